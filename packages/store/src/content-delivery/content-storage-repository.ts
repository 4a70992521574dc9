import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { type RowOf, select } from "../database/table.ts"
import { makeSecretColumns, secretPlace } from "../encryption/secret-columns.ts"
import { contentStorageTable } from "../table/content-delivery-tables.ts"

const storage = select(contentStorageTable.as("s"))

/** A storage with its secret in plain. */
export interface ContentStorageRow extends RowOf<typeof contentStorageTable> {}

type StorageSort = SortableProperty<"contentStorages">

const storageOrder: Readonly<Record<StorageSort, string>> = { id: "s.id", name: "unicode_lower(s.name)" }

/** Storages of projects for published files. Writes need the lock of the project. */
export class ContentStorageRepository extends Context.Service<
  ContentStorageRepository,
  {
    readonly list: (
      request: RowPage<StorageSort> & { readonly projectId: number }
    ) => Effect.Effect<PagedRows<ContentStorageRow>>
    readonly count: (projectId: number) => Effect.Effect<number>
    readonly find: (projectId: number, id: number) => Effect.Effect<Option.Option<ContentStorageRow>>
    /** Works like `find`, for the server itself, whatever the project. */
    readonly findById: (id: number) => Effect.Effect<Option.Option<ContentStorageRow>>
    /** Lists those of these storages that the project has. */
    readonly listByIds: (
      projectId: number,
      ids: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<ContentStorageRow>>
    /** Says whether a content delivery uses the storage. */
    readonly isUsed: (id: number) => Effect.Effect<boolean>
    /** Adds a storage; returns its id. */
    readonly insert: (row: Omit<ContentStorageRow, "id">) => Effect.Effect<number>
    readonly update: (row: ContentStorageRow) => Effect.Effect<void>
    readonly remove: (projectId: number, id: number) => Effect.Effect<void>
  }
>()("@dragoman/store/content-delivery/ContentStorageRepository") {
  static readonly layer = Layer.effect(
    ContentStorageRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { sealing, open } = yield* makeSecretColumns
      const opened = (row: ContentStorageRow): ContentStorageRow => ({
        ...row,
        secret: open(secretPlace("content_storage", row.id), row.secret)
      })
      const update = Effect.fnUntraced(function* (row: ContentStorageRow) {
        const secret = (yield* sealing)(secretPlace("content_storage", row.id), row.secret)
        yield* contentStorageTable.update(sql, [{ ...row, secret }])
      })
      const count = Effect.fnUntraced(function* (projectId: number) {
        const [counted] = yield* sql<{ total: number }>`
          SELECT CAST(count(*) AS INTEGER) AS total FROM content_storage WHERE project_id = ${projectId}`
        return counted?.total ?? 0
      })
      return ContentStorageRepository.of({
        list: Effect.fnUntraced(function* ({ projectId, ...page }) {
          const rows = yield* storage.all(sql`
            SELECT ${storage.columns} FROM content_storage s
            WHERE s.project_id = ${projectId} ${orderAndLimit(sql, storageOrder, page)}`)
          return { rows: rows.map(opened), total: yield* count(projectId) }
        }, Effect.orDie),

        count: (projectId) => Effect.orDie(count(projectId)),

        find: Effect.fnUntraced(function* (projectId, id) {
          const found = yield* storage.first(sql`
            SELECT ${storage.columns} FROM content_storage s WHERE s.project_id = ${projectId} AND s.id = ${id}`)
          return Option.map(found, opened)
        }, Effect.orDie),

        findById: Effect.fnUntraced(function* (id) {
          const found = yield* storage.first(sql`SELECT ${storage.columns} FROM content_storage s WHERE s.id = ${id}`)
          return Option.map(found, opened)
        }, Effect.orDie),

        listByIds: Effect.fnUntraced(function* (projectId, ids) {
          if (ids.length === 0) return []
          const rows = yield* storage.all(sql`
            SELECT ${storage.columns} FROM content_storage s
            WHERE s.project_id = ${projectId} AND s.id IN ${jsonIds(sql, ids)}`)
          return rows.map(opened)
        }, Effect.orDie),

        isUsed: Effect.fnUntraced(function* (id) {
          const rows = yield* sql`SELECT id FROM content_delivery WHERE storage_id = ${id} LIMIT 1`
          return rows.length > 0
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (row) {
          // The secret is encrypted for its row, whose id the database says first.
          const [written] = yield* sql<{ id: number }>`
            ${contentStorageTable.insert(sql, [{ ...row, secret: "" }])} RETURNING id`
          const id = written?.id ?? 0
          yield* update({ ...row, id })
          return id
        }, Effect.orDie),

        update: (row) => Effect.orDie(update(row)),

        remove: Effect.fnUntraced(function* (projectId, id) {
          yield* sql`DELETE FROM content_storage WHERE project_id = ${projectId} AND id = ${id}`
        }, Effect.orDie)
      })
    })
  )
}
