import type { SortableProperty } from "@dragoman/domain/page"
import type { ServerRole } from "@dragoman/domain/permission"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { contains, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { computed, Flag, Millis, pick, type Selected, select } from "../database/table.ts"
import { organizationOrder } from "../organization/organization-repository.ts"
import { type OrganizationRow, organizationWithRole, toOrganizationRow } from "../organization/organization-row.ts"
import { mfaEnabledColumn } from "../table/second-factor-tables.ts"
import { pendingEmailColumn, userAccountTable } from "../table/user-tables.ts"

const u = userAccountTable.as("u")

const administeredUser = select({
  userId: u.id,
  ...pick(u, "username", "name", "avatarHash", "serverRole", "emailVerified"),
  pendingEmail: pendingEmailColumn,
  mfaEnabled: mfaEnabledColumn,
  isDisabled: computed(Flag, "CASE WHEN u.disabled_at IS NULL THEN 0 ELSE 1 END"),
  createdAt: u.createdAt,
  /** Latest use of a session, token or key, written at most once a minute; null: none that was used is left. */
  lastActivity: computed(
    Schema.NullOr(Millis),
    `(SELECT MAX(used.at) FROM (
      SELECT last_used_at AS at FROM console_session WHERE user_id = u.id
      UNION ALL SELECT last_used_at FROM personal_access_token WHERE user_id = u.id
      UNION ALL SELECT last_used_at FROM project_api_key WHERE user_id = u.id
    ) used)`
  )
})

export interface AdministeredUserRow extends Selected<typeof administeredUser> {}

export interface AdministeredUserList extends RowPage<SortableProperty<"users">> {
  /** Contained in the name or the user name. */
  readonly search: string
  /** null: both. */
  readonly isDisabled: boolean | null
  /** null: every role. */
  readonly serverRole: ServerRole | null
}

const administeredUserOrder: Readonly<Record<SortableProperty<"users">, string>> = {
  id: "u.id",
  name: "unicode_lower(u.name)",
  username: "u.username",
  globalServerRole: "u.server_role"
}

/** Everything there is, for server administrators. */
export class AdministrationRepository extends Context.Service<
  AdministrationRepository,
  {
    /** Accounts that are not deleted. */
    readonly listUsers: (request: AdministeredUserList) => Effect.Effect<PagedRows<AdministeredUserRow>>
    readonly findUser: (userId: number) => Effect.Effect<Option.Option<AdministeredUserRow>>
    /** Lists organizations with the role of the user. `search`: contained in the name or the slug, or the beginning of the id. */
    readonly listOrganizations: (
      request: RowPage<SortableProperty<"allOrganizations">> & { readonly search: string; readonly userId: number }
    ) => Effect.Effect<PagedRows<OrganizationRow>>
  }
>()("@dragoman/store/administration/AdministrationRepository") {
  static readonly layer = Layer.effect(
    AdministrationRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return AdministrationRepository.of({
        listUsers: Effect.fnUntraced(function* ({ search, isDisabled, serverRole, ...request }) {
          const condition = sql.and([
            sql`u.deleted_at IS NULL`,
            ...(isDisabled === null ? [] : [sql.literal(`u.disabled_at IS ${isDisabled ? "NOT NULL" : "NULL"}`)]),
            ...(serverRole === null ? [] : [sql`u.server_role = ${serverRole}`]),
            ...(search === "" ? [] : [sql.or([contains(sql, "u.name", search), contains(sql, "u.username", search)])])
          ])
          const rows = yield* administeredUser.all(sql`
            SELECT ${administeredUser.columns} FROM user_account u
            WHERE ${condition} ${orderAndLimit(sql, administeredUserOrder, request)}`)
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM user_account u WHERE ${condition}`
          return { rows, total: count?.total ?? 0 }
        }, Effect.orDie),

        findUser: Effect.fnUntraced(function* (userId) {
          return yield* administeredUser.first(sql`
            SELECT ${administeredUser.columns} FROM user_account u WHERE u.id = ${userId} AND u.deleted_at IS NULL`)
        }, Effect.orDie),

        listOrganizations: Effect.fnUntraced(function* ({ userId, search, ...request }) {
          const idPrefix = /^\d+$/.test(search) ? [sql`CAST(o.id AS TEXT) LIKE ${`${search}%`}`] : []
          const condition = sql.and([
            sql`o.deleted_at IS NULL`,
            ...(search === ""
              ? []
              : [sql.or([contains(sql, "o.name", search), contains(sql, "o.slug", search), ...idPrefix])])
          ])
          const rows = yield* organizationWithRole.all(sql`
            SELECT ${organizationWithRole.columns} FROM organization o
            LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = ${userId}
            WHERE ${condition} ${orderAndLimit(sql, organizationOrder, request)}`)
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM organization o WHERE ${condition}`
          return { rows: rows.map(toOrganizationRow), total: count?.total ?? 0 }
        }, Effect.orDie)
      })
    })
  )
}
