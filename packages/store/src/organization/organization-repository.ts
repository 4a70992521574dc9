import type { SortableProperty } from "@dragoman/domain/page"
import type { PermissionType, Scope } from "@dragoman/domain/permission"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { announceAccessChange } from "../access-change/access-changes.ts"
import { forUpdate } from "../database/locks.ts"
import { contains, jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { type ReleasedAccount, releaseAccounts } from "../identity/release-accounts.ts"
import { lockImports } from "../import/import-conflicts.ts"
import { organizationTable } from "../table/organization-tables.ts"
import { hasOtherOwner, type OrganizationRow, organizationWithRole, toOrganizationRow } from "./organization-row.ts"

export interface OrganizationList extends RowPage<SortableProperty<"organizations">> {
  readonly userId: number
  /** Contained in the name. */
  readonly search: string
  /** Only those where the user is OWNER. */
  readonly ownedOnly: boolean
}

export interface OrganizationValues {
  readonly name: string
  readonly slug: string
  readonly description: string | null
}

/** Type XOR scopes (as stored: not expanded). Base permissions are never limited to languages. */
export interface BasePermissionValues {
  readonly type: PermissionType | null
  readonly scopes: ReadonlyArray<Scope> | null
}

/** Sort expressions of organizations. */
export const organizationOrder: Readonly<Record<SortableProperty<"organizations">, string>> = {
  id: "o.id",
  name: "unicode_lower(o.name)",
  slug: "o.slug"
}

/** Live organizations; a deleted one keeps its slug and nothing else. */
export class OrganizationRepository extends Context.Service<
  OrganizationRepository,
  {
    /** Finds an organization with the role of the user; the caller checks whether the user may see it. */
    readonly find: (organizationId: number, userId: number) => Effect.Effect<Option.Option<OrganizationRow>>
    /** Lists organizations in which the user has a role, or a direct permission other than NONE in a live project. */
    readonly list: (request: OrganizationList) => Effect.Effect<PagedRows<OrganizationRow>>
    /** The new id; None: the slug is taken. */
    readonly create: (
      values: OrganizationValues & BasePermissionValues & { readonly at: number }
    ) => Effect.Effect<Option.Option<number>>
    /** false: the slug belongs to another organization; nothing has changed. */
    readonly edit: (organizationId: number, values: OrganizationValues) => Effect.Effect<boolean>
    readonly setBasePermission: (organizationId: number, values: BasePermissionValues) => Effect.Effect<void>
    /**
     * With all its projects, open invitations and single sign-on; the accounts that this managed, which are local ones from now
     * on. Takes the locks that it needs: of these accounts, of organizations, then of projects.
     */
    readonly delete: (organizationId: number, at: number) => Effect.Effect<ReadonlyArray<ReleasedAccount>>
    /** Deletes any number of organizations. */
    readonly deleteAll: (
      organizationIds: ReadonlyArray<number>,
      at: number
    ) => Effect.Effect<ReadonlyArray<ReleasedAccount>>
    /** Lists organizations where the user is the only OWNER who can act, oldest first. */
    readonly listSingleOwned: (userId: number) => Effect.Effect<ReadonlyArray<OrganizationRow>>
    /**
     * Other transactions that lock the organization wait until this one ends: what is read about its owners and projects
     * afterwards stays true. On SQLite every write transaction has that already. false: it was deleted. ADR 13 says which
     * locks come before and after.
     */
    readonly lock: (organizationId: number) => Effect.Effect<boolean>
    /** Locks those that the user owns, by id. */
    readonly lockOwned: (userId: number) => Effect.Effect<void>
  }
>()("@dragoman/store/organization/OrganizationRepository") {
  static readonly layer = Layer.effect(
    OrganizationRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deleteAll = Effect.fnUntraced(function* (organizationIds: ReadonlyArray<number>, at: number) {
        const ids = jsonIds(sql, organizationIds)
        const released = yield* releaseAccounts(sql, sql`i.organization_id IN ${ids}`, at)
        for (const table of ["identity_change", "sign_in_attempt", "organization_sso"]) {
          yield* sql`DELETE FROM ${sql(table)} WHERE organization_id IN ${ids}`
        }
        yield* sql`SELECT id FROM organization WHERE id IN ${ids} ORDER BY id ${forUpdate(sql)}`
        yield* sql`UPDATE organization SET deleted_at = ${at} WHERE id IN ${ids} AND deleted_at IS NULL`
        const projects = yield* sql<{ id: number }>`
          SELECT id FROM project WHERE organization_id IN ${ids} AND deleted_at IS NULL ORDER BY id ${forUpdate(sql)}`
        const projectIds = jsonIds(
          sql,
          projects.map(({ id }) => id)
        )
        yield* lockImports(sql, sql`SELECT id FROM import WHERE project_id IN ${projectIds} AND deleted_at IS NULL`)
        yield* sql`UPDATE import SET deleted_at = ${at} WHERE project_id IN ${projectIds} AND deleted_at IS NULL`
        yield* sql`DELETE FROM invitation WHERE organization_id IN ${ids} OR project_id IN ${projectIds}`
        yield* sql`
          SELECT id FROM webhook_configuration WHERE project_id IN ${projectIds} ORDER BY id ${forUpdate(sql)}`
        yield* sql`UPDATE webhook_configuration SET enabled = 0 WHERE project_id IN ${projectIds}`
        yield* sql`UPDATE project SET deleted_at = ${at} WHERE id IN ${projectIds}`
        yield* sql`UPDATE language SET deleted_at = ${at} WHERE project_id IN ${projectIds} AND deleted_at IS NULL`
        yield* announceAccessChange(sql)
        return released
      }, Effect.orDie)
      return OrganizationRepository.of({
        find: Effect.fnUntraced(function* (organizationId, userId) {
          const found = yield* organizationWithRole.first(sql`
            SELECT ${organizationWithRole.columns} FROM organization o
            LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = ${userId}
            WHERE o.id = ${organizationId} AND o.deleted_at IS NULL`)
          return Option.map(found, toOrganizationRow)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* ({ userId, search, ownedOnly, ...request }) {
          const entered = sql`SELECT p.organization_id FROM direct_permission d JOIN project p ON p.id = d.project_id
            WHERE d.user_id = ${userId} AND p.deleted_at IS NULL AND (d.type IS NULL OR d.type <> 'NONE')`
          const source = sql`organization o
            LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = ${userId}`
          const condition = sql.and([
            sql`o.deleted_at IS NULL`,
            ownedOnly ? sql`r.role = 'OWNER'` : sql`(r.role IS NOT NULL OR o.id IN (${entered}))`,
            ...(search === "" ? [] : [contains(sql, "o.name", search)])
          ])
          const rows = yield* organizationWithRole.all(sql`
            SELECT ${organizationWithRole.columns} FROM ${source} WHERE ${condition}
            ${orderAndLimit(sql, organizationOrder, request)}`)
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM ${source} WHERE ${condition}`
          return { rows: rows.map(toOrganizationRow), total: count?.total ?? 0 }
        }, Effect.orDie),

        create: Effect.fnUntraced(function* ({ name, slug, description, type, scopes, at }) {
          const row = { name, slug, description, baseType: type, baseScopes: scopes, createdAt: at }
          const rows = yield* sql<{ id: number }>`
            ${organizationTable.insert(sql, [row])}
            ON CONFLICT (slug) DO NOTHING RETURNING id`
          return Option.map(Option.fromNullishOr(rows[0]), ({ id }) => id)
        }, Effect.orDie),

        edit: (organizationId, { name, slug, description }) =>
          organizationTable.update(sql, [{ id: organizationId, name, slug, description }]).pipe(
            // A savepoint: PostgreSQL accepts nothing more in a transaction after a broken constraint.
            sql.withTransaction,
            Effect.as(true),
            Effect.catchIf(
              (error) => error.reason._tag === "UniqueViolation",
              () => Effect.succeed(false)
            ),
            Effect.orDie,
            Effect.withSpan("OrganizationRepository.edit")
          ),

        setBasePermission: Effect.fnUntraced(function* (organizationId, values) {
          const base = { baseType: values.type, baseScopes: values.scopes }
          yield* organizationTable.update(sql, [{ id: organizationId, ...base }])
          yield* announceAccessChange(sql)
        }, Effect.orDie),

        delete: (organizationId, at) => deleteAll([organizationId], at),
        deleteAll,

        listSingleOwned: Effect.fnUntraced(function* (userId) {
          const rows = yield* organizationWithRole.all(sql`
            SELECT ${organizationWithRole.columns} FROM organization o
            JOIN organization_role r ON r.organization_id = o.id AND r.user_id = ${userId} AND r.role = 'OWNER'
            WHERE o.deleted_at IS NULL AND NOT ${hasOtherOwner(sql, userId)} ORDER BY o.id`)
          return rows.map(toOrganizationRow)
        }, Effect.orDie),

        lock: Effect.fnUntraced(function* (organizationId) {
          const rows = yield* sql`
            SELECT id FROM organization WHERE id = ${organizationId} AND deleted_at IS NULL ${forUpdate(sql)}`
          return rows.length > 0
        }, Effect.orDie),

        lockOwned: Effect.fnUntraced(function* (userId) {
          yield* sql`SELECT id FROM organization WHERE id IN (
            SELECT organization_id FROM organization_role WHERE user_id = ${userId} AND role = 'OWNER'
          ) ORDER BY id ${forUpdate(sql)}`
        }, Effect.orDie)
      })
    })
  )
}
