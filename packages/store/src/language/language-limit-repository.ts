import type { Permission } from "@dragoman/domain/permission"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type PermissionColumns, parsePermissionColumns, printPermissionColumns } from "../access/permission-columns.ts"
import { jsonIds, jsonRows } from "../database/json-rows.ts"

/** Where a permission that is limited to languages is kept: with a member, or with an invitation. */
export type LimitedPermissionKind = "direct" | "invitation"

export interface LimitedPermissionRow {
  readonly kind: LimitedPermissionKind
  /** Of the user, or of the invitation. */
  readonly id: number
  readonly permission: Permission
}

/** Permissions of a project that name languages, wherever they are kept. */
export class LanguageLimitRepository extends Context.Service<
  LanguageLimitRepository,
  {
    readonly list: (projectId: number) => Effect.Effect<ReadonlyArray<LimitedPermissionRow>>
    /** Set-based: the number of statements does not depend on the number of rows. */
    readonly update: (projectId: number, rows: ReadonlyArray<LimitedPermissionRow>) => Effect.Effect<void>
    readonly remove: (
      projectId: number,
      rows: ReadonlyArray<Pick<LimitedPermissionRow, "kind" | "id">>
    ) => Effect.Effect<void>
  }
>()("@dragoman/store/language/LanguageLimitRepository") {
  static readonly layer = Layer.effect(
    LanguageLimitRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = {
        direct: { table: sql("direct_permission"), id: sql("user_id") },
        invitation: { table: sql("invitation"), id: sql("id") }
      }
      const isLimited = sql.literal(
        `(translate_language_ids IS NOT NULL OR view_language_ids IS NOT NULL OR state_change_language_ids IS NOT NULL)`
      )
      const columns = sql.literal(`type, scopes, translate_language_ids, view_language_ids, state_change_language_ids`)
      const kinds = ["direct", "invitation"] as const
      return LanguageLimitRepository.of({
        list: Effect.fn("LanguageLimitRepository.list")(function* (projectId) {
          const rows = yield* sql<PermissionColumns & { kind: LimitedPermissionKind; id: number }>`
            SELECT 'direct' AS kind, user_id AS id, ${columns} FROM direct_permission
            WHERE project_id = ${projectId} AND ${isLimited}
            UNION ALL
            SELECT 'invitation' AS kind, id, ${columns} FROM invitation
            WHERE project_id = ${projectId} AND ${isLimited}`
          return rows.map((row) => ({ kind: row.kind, id: row.id, permission: parsePermissionColumns(row) }))
        }, Effect.orDie),

        update: Effect.fn("LanguageLimitRepository.update")(function* (projectId, rows) {
          for (const kind of kinds) {
            const changed = rows.filter((row) => row.kind === kind)
            if (changed.length === 0) continue
            const given = jsonRows(
              sql,
              {
                id: "integer",
                type: "text",
                scopes: "text",
                translate_language_ids: "text",
                view_language_ids: "text",
                state_change_language_ids: "text"
              },
              changed.map(({ id, permission }) => ({ id, ...printPermissionColumns(permission) }))
            )
            const { table, id } = tables[kind]
            yield* sql`
              UPDATE ${table} SET type = given.type, scopes = given.scopes,
                translate_language_ids = given.translate_language_ids, view_language_ids = given.view_language_ids,
                state_change_language_ids = given.state_change_language_ids
              FROM ${given} given
              WHERE ${table}.project_id = ${projectId} AND ${table}.${id} = given.id`
          }
        }, Effect.orDie),

        remove: Effect.fn("LanguageLimitRepository.remove")(function* (projectId, rows) {
          for (const kind of kinds) {
            const ids = rows.flatMap((row) => (row.kind === kind ? [row.id] : []))
            if (ids.length === 0) continue
            const { table, id } = tables[kind]
            yield* sql`DELETE FROM ${table} WHERE project_id = ${projectId} AND ${id} IN ${jsonIds(sql, ids)}`
          }
        }, Effect.orDie)
      })
    })
  )
}
