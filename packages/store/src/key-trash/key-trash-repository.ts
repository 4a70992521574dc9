import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds } from "../database/json-rows.ts"
import { type KeyColumns, type KeyRow, keyColumns, toKeyRow } from "../key/key-row.ts"

export interface TrashedKeyRow extends KeyRow {
  readonly projectId: number
  /** Epoch milliseconds. */
  readonly deletedAt: number
  readonly deletedBy: DeleterRow | null
}

/** Somebody who put keys into the trash. */
export interface DeleterRow {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly avatarHash: string | null
  readonly deleted: boolean
}

/** Keys that were deleted and can still be restored. */
export class KeyTrashRepository extends Context.Service<
  KeyTrashRepository,
  {
    /** By id. */
    readonly listDeleters: (projectId: number) => Effect.Effect<ReadonlyArray<DeleterRow>>
    /** Those of these ids that are in the trash of the project, by id. */
    readonly findAll: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<TrashedKeyRow>>
    /** Which of these keys there are in a trash, and whose they are. */
    readonly listProjects: (
      ids: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly projectId: number }>>
    /** Of any project. */
    readonly find: (id: number) => Effect.Effect<Option.Option<TrashedKeyRow>>
    readonly restore: (ids: ReadonlyArray<number>) => Effect.Effect<void>
    /** Live projects with keys that were deleted before a time, by id. */
    readonly listProjectsDeletedBefore: (before: number) => Effect.Effect<ReadonlyArray<number>>
    /** Some of these keys of a project. */
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
      const columns = sql.literal(
        `${keyColumns}, k.project_id, k.deleted_at, u.id AS deleter_id, u.username AS deleter_username,
         u.name AS deleter_name, u.avatar_hash AS deleter_avatar_hash, u.deleted_at AS deleter_deleted_at`
      )
      const source = sql.literal(
        `translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id LEFT JOIN user_account u ON u.id = k.deleted_by`
      )
      return KeyTrashRepository.of({
        listDeleters: Effect.fn("KeyTrashRepository.listDeleters")(function* (projectId) {
          const rows = yield* sql<Omit<DeleterRow, "deleted"> & { deletedAt: number | null }>`
            SELECT u.id, u.username, u.name, u.avatar_hash, u.deleted_at FROM user_account u
            WHERE u.id IN (
              SELECT k.deleted_by FROM translation_key k WHERE k.project_id = ${projectId} AND k.deleted_at IS NOT NULL)
            ORDER BY u.id`
          return rows.map(({ deletedAt, ...row }) => ({ ...row, deleted: deletedAt !== null }))
        }, Effect.orDie),

        findAll: Effect.fn("KeyTrashRepository.findAll")(function* (projectId, ids) {
          const rows = yield* sql<TrashedKeyColumns>`
            SELECT ${columns} FROM ${source}
            WHERE k.id IN ${jsonIds(sql, ids)} AND k.project_id = ${projectId} AND k.deleted_at IS NOT NULL ORDER BY k.id`
          return rows.map(toTrashedKeyRow)
        }, Effect.orDie),

        listProjects: Effect.fn("KeyTrashRepository.listProjects")(function* (ids) {
          return yield* sql<{ id: number; projectId: number }>`
            SELECT id, project_id FROM translation_key WHERE id IN ${jsonIds(sql, ids)} AND deleted_at IS NOT NULL`
        }, Effect.orDie),

        find: Effect.fn("KeyTrashRepository.find")(function* (id) {
          const rows = yield* sql<TrashedKeyColumns>`
            SELECT ${columns} FROM ${source} WHERE k.id = ${id} AND k.deleted_at IS NOT NULL`
          return Option.map(Option.fromNullishOr(rows[0]), toTrashedKeyRow)
        }, Effect.orDie),

        restore: Effect.fn("KeyTrashRepository.restore")(function* (ids) {
          yield* sql`
            UPDATE translation_key SET deleted_at = NULL, deleted_by = NULL WHERE id IN ${jsonIds(sql, ids)}`
        }, Effect.orDie),

        listProjectsDeletedBefore: Effect.fn("KeyTrashRepository.listProjectsDeletedBefore")(function* (before) {
          const rows = yield* sql<{ projectId: number }>`
            SELECT DISTINCT k.project_id FROM translation_key k JOIN project p ON p.id = k.project_id
            WHERE k.deleted_at IS NOT NULL AND k.deleted_at < ${before} AND p.deleted_at IS NULL ORDER BY k.project_id`
          return rows.map(({ projectId }) => projectId)
        }, Effect.orDie),

        listDeletedBefore: Effect.fn("KeyTrashRepository.listDeletedBefore")(function* (projectId, before, limit) {
          const rows = yield* sql<{ id: number }>`
            SELECT id FROM translation_key
            WHERE project_id = ${projectId} AND deleted_at IS NOT NULL AND deleted_at < ${before}
            ORDER BY id LIMIT ${limit}`
          return rows.map(({ id }) => id)
        }, Effect.orDie)
      })
    })
  )
}

type TrashedKeyColumns = KeyColumns & {
  readonly projectId: number
  readonly deletedAt: number
  readonly deleterId: number | null
  readonly deleterUsername: string | null
  readonly deleterName: string | null
  readonly deleterAvatarHash: string | null
  readonly deleterDeletedAt: number | null
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
}: TrashedKeyColumns): TrashedKeyRow => ({
  ...toKeyRow(key),
  projectId,
  deletedAt,
  deletedBy:
    deleterId === null
      ? null
      : {
          id: deleterId,
          username: deleterUsername ?? "",
          name: deleterName ?? "",
          avatarHash: deleterAvatarHash,
          deleted: deleterDeletedAt !== null
        }
})
