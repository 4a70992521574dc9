import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type RowOf, select } from "../database/table.ts"
import { makeSecretColumns, secretPlace } from "../encryption/secret-columns.ts"
import { organizationSsoTable } from "../table/sign-in-tables.ts"

const sso = select(organizationSsoTable.as("s"))

export interface OrganizationSsoRow extends RowOf<typeof organizationSsoTable> {}

/** Single sign-on of organizations that are not deleted. */
export class OrganizationSsoRepository extends Context.Service<
  OrganizationSsoRepository,
  {
    readonly find: (organizationId: number) => Effect.Effect<Option.Option<OrganizationSsoRow>>
    /** The enabled one of the domain, in small letters. */
    readonly findByDomain: (domain: string) => Effect.Effect<Option.Option<OrganizationSsoRow>>
    readonly set: (row: OrganizationSsoRow) => Effect.Effect<void>
  }
>()("@dragoman/store/organization/OrganizationSsoRepository") {
  static readonly layer = Layer.effect(
    OrganizationSsoRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { sealing, open } = yield* makeSecretColumns
      const placeOf = (organizationId: number) => secretPlace("organization_sso", organizationId)
      const opened = (row: OrganizationSsoRow): OrganizationSsoRow => ({
        ...row,
        clientSecret: open(placeOf(row.organizationId), row.clientSecret)
      })
      return OrganizationSsoRepository.of({
        find: Effect.fnUntraced(function* (organizationId) {
          const found = yield* sso.first(sql`
            SELECT ${sso.columns} FROM organization_sso s JOIN organization o ON o.id = s.organization_id
            WHERE s.organization_id = ${organizationId} AND o.deleted_at IS NULL`)
          return Option.map(found, opened)
        }, Effect.orDie),

        findByDomain: Effect.fnUntraced(function* (domain) {
          const found = yield* sso.first(sql`
            SELECT ${sso.columns} FROM organization_sso s JOIN organization o ON o.id = s.organization_id
            WHERE s.domain = ${domain} AND s.enabled = 1 AND o.deleted_at IS NULL
            ORDER BY s.organization_id LIMIT 1`)
          return Option.map(found, opened)
        }, Effect.orDie),

        set: Effect.fnUntraced(function* (row) {
          const clientSecret = (yield* sealing)(placeOf(row.organizationId), row.clientSecret)
          yield* organizationSsoTable.upsert(sql, ["organizationId"], [{ ...row, clientSecret }])
        }, Effect.orDie)
      })
    })
  )
}
