import type { SortableProperty } from "@dragoman/domain/page"
import type { Permission } from "@dragoman/domain/permission"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { announceAccessChange } from "../access-change/access-changes.ts"
import { contains, jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { optional, pick, type Selected, select, type ValuesOf } from "../database/table.ts"
import { organizationRoleTable, organizationTable } from "../table/organization-tables.ts"
import {
  directPermissionColumns,
  directPermissionTable,
  toDirectPermission,
  toPermission
} from "../table/permission-tables.ts"
import { mfaEnabledColumn } from "../table/second-factor-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

const u = userAccountTable.as("u")

const userColumns = {
  userId: u.id,
  ...pick(u, "username", "name", "avatarHash", "serverRole"),
  mfaEnabled: mfaEnabledColumn,
  organizationRole: optional(organizationRoleTable.as("r")).role
}

const member = select({
  ...userColumns,
  ...pick(organizationTable.as("o"), "baseType", "baseScopes"),
  ...directPermissionColumns
})

/** A member of a project with the facts that decide the permission. */
export interface MemberRow extends ValuesOf<typeof userColumns> {
  readonly basePermission: Permission
  readonly directPermission: Permission | null
}

export interface MemberList extends RowPage<SortableProperty<"members">> {
  readonly projectId: number
  /** Contained in the name or the user name. */
  readonly search: string
  readonly ids: ReadonlyArray<number> | null
  readonly exceptIds: ReadonlyArray<number>
}

/** Sort expressions of members. */
const memberOrder: Readonly<Record<SortableProperty<"members">, string>> = {
  id: "u.id",
  username: "unicode_lower(u.username)",
  name: "unicode_lower(u.name)",
  organizationRole: "COALESCE(r.role, '')"
}

/** Users of a project, and their direct permissions. */
export class MemberRepository extends Context.Service<
  MemberRepository,
  {
    /** Users with a direct permission (NONE as well) or a role in the organization; not the disabled ones. */
    readonly list: (request: MemberList) => Effect.Effect<PagedRows<MemberRow>>
    /** None: no such account. Accounts without access to the project are found, too. */
    readonly findUser: (projectId: number, userId: number) => Effect.Effect<Option.Option<MemberRow>>
    /** Creates or replaces. */
    readonly saveDirectPermission: (
      projectId: number,
      userId: number,
      permission: Permission,
      at: number
    ) => Effect.Effect<void>
    /** Removes the direct permissions of accounts that the single sign-on of another organization manages; of which users. */
    readonly removeManagedElsewhere: (projectId: number, organizationId: number) => Effect.Effect<ReadonlyArray<number>>
    /** May be repeated. */
    readonly removeDirectPermission: (projectId: number, userId: number) => Effect.Effect<void>
  }
>()("@dragoman/store/member/MemberRepository") {
  static readonly layer = Layer.effect(
    MemberRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = sql.literal(
        `project p JOIN organization o ON o.id = p.organization_id CROSS JOIN user_account u
         LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = u.id
         LEFT JOIN direct_permission d ON d.project_id = p.id AND d.user_id = u.id`
      )
      return MemberRepository.of({
        list: Effect.fnUntraced(function* (request) {
          const { projectId } = request
          const condition = sql.and([
            sql`p.id = ${projectId}`,
            sql`u.id IN (
              SELECT user_id FROM direct_permission WHERE project_id = ${projectId}
              UNION
              SELECT role.user_id FROM organization_role role JOIN project owned
                ON owned.organization_id = role.organization_id
              WHERE owned.id = ${projectId}
            )`,
            sql`u.deleted_at IS NULL`,
            sql`u.disabled_at IS NULL`,
            ...(request.search === ""
              ? []
              : [sql.or([contains(sql, "u.name", request.search), contains(sql, "u.username", request.search)])]),
            ...(request.ids === null ? [] : [sql`u.id IN ${jsonIds(sql, request.ids)}`]),
            ...(request.exceptIds.length === 0 ? [] : [sql`u.id NOT IN ${jsonIds(sql, request.exceptIds)}`])
          ])
          const rows = yield* member.all(sql`
            SELECT ${member.columns} FROM ${source} WHERE ${condition}
            ${orderAndLimit(sql, memberOrder, request)}`)
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM ${source} WHERE ${condition}`
          return { rows: rows.map(toMemberRow), total: count?.total ?? 0 }
        }, Effect.orDie),

        findUser: Effect.fnUntraced(function* (projectId, userId) {
          const found = yield* member.first(sql`
            SELECT ${member.columns} FROM ${source}
            WHERE p.id = ${projectId} AND u.id = ${userId} AND u.deleted_at IS NULL`)
          return Option.map(found, toMemberRow)
        }, Effect.orDie),

        saveDirectPermission: Effect.fnUntraced(function* (projectId, userId, permission, at) {
          const values = toPermission(permission)
          yield* sql`
            ${directPermissionTable.insert(sql, [{ projectId, userId, ...values, createdAt: at }])}
            ON CONFLICT (project_id, user_id) DO UPDATE SET ${sql.update(directPermissionTable.encode(values))}`
          yield* announceAccessChange(sql)
        }, Effect.orDie),

        removeManagedElsewhere: Effect.fnUntraced(function* (projectId, organizationId) {
          const removed = yield* sql<{ userId: number }>`
            DELETE FROM direct_permission WHERE project_id = ${projectId} AND user_id IN (
              SELECT user_id FROM user_identity WHERE type = 'SSO' AND organization_id <> ${organizationId})
            RETURNING user_id`
          yield* announceAccessChange(sql)
          return removed.map(({ userId }) => userId)
        }, Effect.orDie),

        removeDirectPermission: Effect.fnUntraced(function* (projectId, userId) {
          yield* sql`DELETE FROM direct_permission WHERE project_id = ${projectId} AND user_id = ${userId}`
          yield* announceAccessChange(sql)
        }, Effect.orDie)
      })
    })
  )
}

const toMemberRow = (row: Selected<typeof member>): MemberRow => ({
  userId: row.userId,
  username: row.username,
  name: row.name,
  avatarHash: row.avatarHash,
  serverRole: row.serverRole,
  mfaEnabled: row.mfaEnabled,
  organizationRole: row.organizationRole,
  basePermission: toPermission({ type: row.baseType, scopes: row.baseScopes }),
  directPermission: toDirectPermission(row)
})
