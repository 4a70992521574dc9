import type { Permission } from "@dragoman/domain/permission"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds } from "../database/sql-fragments.ts"
import { computed, pick, select, textOf } from "../database/table.ts"
import {
  directPermissionTable,
  invitationTable,
  permissionFieldNames,
  toPermission
} from "../table/permission-tables.ts"

/** The holder of a permission that is limited to languages: a member, or an invitation. */
export type LimitedPermissionKind = "direct" | "invitation"

const direct = directPermissionTable.as()

const ofMember = select({
  kind: computed(textOf<LimitedPermissionKind>(), "'direct'"),
  id: direct.userId,
  ...pick(direct, ...permissionFieldNames)
})

const ofInvitation = select({
  kind: computed(textOf<LimitedPermissionKind>(), "'invitation'"),
  ...pick(invitationTable.as(), "id", ...permissionFieldNames)
})

export interface LimitedPermissionRow {
  readonly kind: LimitedPermissionKind
  /** Id of the user, or of the invitation. */
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
      const kinds = ["direct", "invitation"] as const
      return LanguageLimitRepository.of({
        list: Effect.fnUntraced(function* (projectId) {
          const rows = yield* ofMember.all(sql`
            SELECT ${ofMember.columns} FROM direct_permission
            WHERE project_id = ${projectId} AND ${isLimited}
            UNION ALL
            SELECT ${ofInvitation.columns} FROM invitation
            WHERE project_id = ${projectId} AND ${isLimited}`)
          return rows.map((row) => ({ kind: row.kind, id: row.id, permission: toPermission(row) }))
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (projectId, rows) {
          for (const kind of kinds) {
            const changed = rows.filter((row) => row.kind === kind)
            if (changed.length === 0) continue
            const values = changed.map(({ id, permission }) => ({ id, ...toPermission(permission) }))
            yield* kind === "direct"
              ? sql`${directPermissionTable.update(
                  sql,
                  values.map(({ id, ...row }) => ({ userId: id, ...row })),
                  { by: "userId" }
                )}
                  AND direct_permission.project_id = ${projectId}`
              : sql`${invitationTable.update(sql, values)} AND invitation.project_id = ${projectId}`
          }
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (projectId, rows) {
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
