import type { ServerRole } from "@dragoman/domain/permission"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { contains } from "../database/contains.ts"
import { type RowSlice, type SlicedRows, slice } from "../database/row-slice.ts"
import { organizationOrder } from "../organization/organization-repository.ts"
import {
  type OrganizationColumns,
  type OrganizationRow,
  organizationColumns,
  toOrganizationRow
} from "../organization/organization-row.ts"

export interface AdministeredUserRow {
  readonly userId: number
  readonly username: string
  readonly name: string
  /** null: no picture. */
  readonly avatarHash: string | null
  readonly serverRole: ServerRole
  readonly isDisabled: boolean
}

export interface AdministrationList extends RowSlice {
  readonly search: string
}

/** What users can be sorted by. */
export const administeredUserOrder = {
  id: "u.id",
  name: "unicode_lower(u.name)",
  username: "u.username",
  globalServerRole: "u.server_role"
} as const

/** Everything there is, for server administrators. */
export class AdministrationRepository extends Context.Service<
  AdministrationRepository,
  {
    /** Disabled ones too. `search`: contained in the name or the user name. `sort`: by `administeredUserOrder`. */
    readonly listUsers: (request: AdministrationList) => Effect.Effect<SlicedRows<AdministeredUserRow>>
    /**
     * With the role of the user. `search`: contained in the name or the slug, or the beginning of the id. `sort`: by
     * `organizationOrder`.
     */
    readonly listOrganizations: (
      request: AdministrationList & { readonly userId: number }
    ) => Effect.Effect<SlicedRows<OrganizationRow>>
  }
>()("@dragoman/store/administration/AdministrationRepository") {
  static readonly layer = Layer.effect(
    AdministrationRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return AdministrationRepository.of({
        listUsers: Effect.fn("AdministrationRepository.listUsers")(function* ({ search, ...request }) {
          const condition = sql.and([
            sql`u.deleted_at IS NULL`,
            ...(search === "" ? [] : [sql.or([contains(sql, "u.name", search), contains(sql, "u.username", search)])])
          ])
          const rows = yield* sql<Omit<AdministeredUserRow, "isDisabled"> & { readonly disabledAt: number | null }>`
            SELECT u.id AS user_id, u.username, u.name, u.avatar_hash, u.server_role, u.disabled_at FROM user_account u
            WHERE ${condition} ${slice(sql, administeredUserOrder, request)}`
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM user_account u WHERE ${condition}`
          return {
            rows: rows.map(({ disabledAt, ...row }) => ({ ...row, isDisabled: disabledAt !== null })),
            total: count?.total ?? 0
          }
        }, Effect.orDie),

        listOrganizations: Effect.fn("AdministrationRepository.listOrganizations")(function* ({
          userId,
          search,
          ...request
        }) {
          const idPrefix = /^\d+$/.test(search) ? [sql`CAST(o.id AS TEXT) LIKE ${`${search}%`}`] : []
          const condition = sql.and([
            sql`o.deleted_at IS NULL`,
            ...(search === ""
              ? []
              : [sql.or([contains(sql, "o.name", search), contains(sql, "o.slug", search), ...idPrefix])])
          ])
          const rows = yield* sql<OrganizationColumns>`
            SELECT ${sql.literal(organizationColumns)} FROM organization o
            LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = ${userId}
            WHERE ${condition} ${slice(sql, organizationOrder, request)}`
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM organization o WHERE ${condition}`
          return { rows: rows.map(toOrganizationRow), total: count?.total ?? 0 }
        }, Effect.orDie)
      })
    })
  )
}
