import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type ContentPlace, isIn, isOf, isShown } from "../database/content-place.ts"
import { jsonIdRows, jsonIds } from "../database/sql-fragments.ts"
import { computed, Flag, Millis, optional, pick, type Selected, select } from "../database/table.ts"
import { type KeyRow, keyColumns } from "../key/key-repository.ts"
import { usernameInProject } from "../project/project-visibility.ts"
import { keyTable } from "../table/content-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

const u = userAccountTable.as("u")

const deleter = select({
  ...pick(u, "id", "name", "avatarHash"),
  username: usernameInProject("u", "shown.id"),
  deleted: computed(Flag, "CASE WHEN u.deleted_at IS NULL THEN 0 ELSE 1 END")
})

/** A user who put keys into the trash. */
export interface DeleterRow extends Selected<typeof deleter> {}

const k = keyTable.as("k")

const trashedKey = select({
  ...keyColumns,
  projectId: k.projectId,
  deletedAt: computed(Millis, "k.deleted_at"),
  deleterId: optional(u).id,
  deleterUsername: usernameInProject("u", "k.project_id"),
  deleterName: u.name,
  deleterAvatarHash: u.avatarHash,
  deleterDeletedAt: u.deletedAt
})

export interface TrashedKeyRow extends KeyRow {
  readonly projectId: number
  readonly deletedAt: number
  readonly deletedBy: DeleterRow | null
}

/** Keys that were deleted and can still be restored. */
export class KeyTrashRepository extends Context.Service<
  KeyTrashRepository,
  {
    /** By id. */
    readonly listDeleters: (place: ContentPlace) => Effect.Effect<ReadonlyArray<DeleterRow>>
    /** Lists those of the ids that are in the trash of the project, by id. */
    readonly findAll: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<TrashedKeyRow>>
    /** Counts the ids, each given once, that are keys in the trash of the project. */
    readonly count: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<number>
    /** Finds deleted keys of any project. */
    readonly find: (id: number) => Effect.Effect<Option.Option<TrashedKeyRow>>
    readonly restore: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<void>
    /** Lists live projects with keys that were deleted before a time, by id; without copies on branches, whose deletion is to be merged. */
    readonly listProjectsDeletedBefore: (before: number) => Effect.Effect<ReadonlyArray<number>>
    /** Lists some of these keys of a project. */
    readonly listDeletedBefore: (
      projectId: number,
      before: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<number>>
  }
>()("@dragoman/store/key-trash/KeyTrashRepository") {
  static readonly layer = Layer.effect(
    KeyTrashRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = sql.literal(
        `translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id LEFT JOIN user_account u ON u.id = k.deleted_by`
      )
      return KeyTrashRepository.of({
        listDeleters: Effect.fnUntraced(function* (place) {
          return yield* deleter.all(sql`
            SELECT ${deleter.columns} FROM user_account u CROSS JOIN (SELECT CAST(${place.projectId} AS BIGINT) AS id) shown
            WHERE u.id IN (
              SELECT k.deleted_by FROM translation_key k WHERE ${isIn(sql, place, "k")} AND k.deleted_at IS NOT NULL)
            ORDER BY u.id`)
        }, Effect.orDie),

        findAll: Effect.fnUntraced(function* (projectId, ids) {
          const rows = yield* trashedKey.all(sql`
            SELECT ${trashedKey.columns} FROM ${source}
            WHERE k.id IN ${jsonIds(sql, ids)} AND k.project_id = ${projectId} AND k.deleted_at IS NOT NULL AND ${isShown(sql, "k")}
            ORDER BY k.id`)
          return rows.map(toTrashedKeyRow)
        }, Effect.orDie),

        count: Effect.fnUntraced(function* (projectId, ids) {
          const [counted] = yield* sql<{ count: number }>`
            SELECT CAST(count(*) AS INTEGER) AS count FROM ${jsonIdRows(sql, ids)} input CROSS JOIN translation_key k
            WHERE k.id = input.id AND k.project_id = ${projectId} AND k.deleted_at IS NOT NULL AND ${isShown(sql, "k")}`
          return counted?.count ?? 0
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (id) {
          const found = yield* trashedKey.first(sql`
            SELECT ${trashedKey.columns} FROM ${source}
            WHERE k.id = ${id} AND k.deleted_at IS NOT NULL AND ${isShown(sql, "k")}`)
          return Option.map(found, toTrashedKeyRow)
        }, Effect.orDie),

        restore: Effect.fnUntraced(function* (projectId, ids) {
          yield* sql`
            UPDATE translation_key SET deleted_at = NULL, deleted_by = NULL
            WHERE id IN ${jsonIds(sql, ids)} AND ${isOf(sql, projectId, "translation_key")}`
        }, Effect.orDie),

        listProjectsDeletedBefore: Effect.fnUntraced(function* (before) {
          const rows = yield* sql<{ projectId: number }>`
            SELECT DISTINCT k.project_id FROM translation_key k JOIN project p ON p.id = k.project_id
            WHERE k.deleted_at IS NOT NULL AND k.deleted_at < ${before} AND k.origin_key_id IS NULL AND p.deleted_at IS NULL
            ORDER BY k.project_id`
          return rows.map(({ projectId }) => projectId)
        }, Effect.orDie),

        listDeletedBefore: Effect.fnUntraced(function* (projectId, before, limit) {
          const rows = yield* sql<{ id: number }>`
            SELECT id FROM translation_key
            WHERE project_id = ${projectId} AND deleted_at IS NOT NULL AND deleted_at < ${before}
              AND origin_key_id IS NULL
            ORDER BY id LIMIT ${limit}`
          return rows.map(({ id }) => id)
        }, Effect.orDie)
      })
    })
  )
}

const toTrashedKeyRow = ({
  projectId,
  deletedAt,
  deleterId,
  deleterUsername,
  deleterName,
  deleterAvatarHash,
  deleterDeletedAt,
  ...key
}: Selected<typeof trashedKey>): TrashedKeyRow => ({
  ...key,
  projectId,
  deletedAt,
  deletedBy:
    deleterId === null
      ? null
      : {
          id: deleterId,
          username: deleterUsername,
          name: deleterName,
          avatarHash: deleterAvatarHash,
          deleted: deleterDeletedAt !== null
        }
})
