import type { SortableProperty } from "@dragoman/domain/page"
import type { OrganizationRole } from "@dragoman/domain/permission"
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { announceAccessChange } from "../access-change/access-changes.ts"
import { contains, jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { organizationRoleTable } from "../table/organization-tables.ts"
import {
  hasOtherOwner,
  type OrganizationElsewhere,
  type OrganizationMembershipRow,
  type OrganizationUserRow,
  organizationElsewhere,
  organizationMembership,
  organizationUser,
  organizationUserProject
} from "./organization-row.ts"

export interface OrganizationUserList extends RowPage<SortableProperty<"organizationUsers">> {
  readonly organizationId: number
  /** Contained in the name or the user name. */
  readonly search: string
}

/** Sort expressions of the users of an organization. */
const organizationUserOrder: Readonly<Record<SortableProperty<"organizationUsers">, string>> = {
  id: "u.id",
  name: "unicode_lower(u.name)",
  username: "unicode_lower(u.username)",
  organizationRole: "COALESCE(r.role, '')"
}

/** The members of an organization and their roles. */
export class OrganizationUserRepository extends Context.Service<
  OrganizationUserRepository,
  {
    /** Users with a role or a direct permission in a live project; not the disabled ones. Three statements. */
    readonly list: (request: OrganizationUserList) => Effect.Effect<PagedRows<OrganizationUserRow>>
    /** None: no such account. Accounts without a role in the organization are found, too. */
    readonly findMembership: (
      organizationId: number,
      userId: number
    ) => Effect.Effect<Option.Option<OrganizationMembershipRow>>
    /** Changes nothing when the user has a role; false then. */
    readonly addRole: (
      organizationId: number,
      userId: number,
      role: OrganizationRole,
      at: number
    ) => Effect.Effect<boolean>
    readonly changeRole: (organizationId: number, userId: number, role: OrganizationRole) => Effect.Effect<void>
    /** The role and all direct permissions in its projects; may be repeated. */
    readonly remove: (organizationId: number, userId: number) => Effect.Effect<void>
    /** Organizations besides this one in which the user has a role, or a direct permission of any type in a project, by id. */
    readonly listElsewhere: (
      userId: number,
      organizationId: number
    ) => Effect.Effect<ReadonlyArray<OrganizationElsewhere>>
    readonly setPreferred: (userId: number, organizationId: number) => Effect.Effect<void>
  }
>()("@dragoman/store/organization/OrganizationUserRepository") {
  static readonly layer = Layer.effect(
    OrganizationUserRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const listProjects = Effect.fnUntraced(function* (organizationId: number, userIds: ReadonlyArray<number>) {
        const rows = yield* organizationUserProject.all(sql`
          SELECT ${organizationUserProject.columns}
          FROM direct_permission d JOIN project p ON p.id = d.project_id
          WHERE p.organization_id = ${organizationId} AND p.deleted_at IS NULL
            AND d.user_id IN ${jsonIds(sql, userIds)}
          ORDER BY unicode_lower(p.name), p.id`)
        return Map.groupBy(rows, ({ userId }) => userId)
      })
      return OrganizationUserRepository.of({
        list: Effect.fnUntraced(function* ({ organizationId, search, ...request }) {
          const source = sql`user_account u
            LEFT JOIN organization_role r ON r.user_id = u.id AND r.organization_id = ${organizationId}`
          const condition = sql.and([
            sql`u.id IN (
              SELECT user_id FROM organization_role WHERE organization_id = ${organizationId}
              UNION
              SELECT d.user_id FROM direct_permission d JOIN project p ON p.id = d.project_id
              WHERE p.organization_id = ${organizationId} AND p.deleted_at IS NULL
            )`,
            sql`u.deleted_at IS NULL`,
            sql`u.disabled_at IS NULL`,
            ...(search === "" ? [] : [sql.or([contains(sql, "u.name", search), contains(sql, "u.username", search)])])
          ])
          const rows = yield* organizationUser.all(sql`
            SELECT ${organizationUser.columns} FROM ${source} WHERE ${condition}
            ${orderAndLimit(sql, organizationUserOrder, request)}`)
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM ${source} WHERE ${condition}`
          const projects = yield* listProjects(
            organizationId,
            rows.map(({ userId }) => userId)
          )
          return {
            rows: rows.map((row) => ({ ...row, projectsWithDirectPermission: projects.get(row.userId) ?? [] })),
            total: count?.total ?? 0
          }
        }, Effect.orDie),

        findMembership: Effect.fnUntraced(function* (organizationId, userId) {
          return yield* organizationMembership.first(sql`
            SELECT r.role,
              CASE WHEN EXISTS (
                SELECT 1 FROM direct_permission d JOIN project p ON p.id = d.project_id
                WHERE d.user_id = u.id AND p.organization_id = ${organizationId} AND p.deleted_at IS NULL
              ) THEN 1 ELSE 0 END AS has_direct_permission,
              CASE WHEN ${hasOtherOwner(sql, userId)} THEN 1 ELSE 0 END AS has_other_owner
            FROM user_account u
            JOIN organization o ON o.id = ${organizationId}
            LEFT JOIN organization_role r ON r.user_id = u.id AND r.organization_id = o.id
            WHERE u.id = ${userId} AND u.deleted_at IS NULL`)
        }, Effect.orDie),

        addRole: Effect.fnUntraced(function* (organizationId, userId, role, at) {
          const rows = yield* sql`
            ${organizationRoleTable.insert(sql, [{ organizationId, userId, role, createdAt: at }])}
            ON CONFLICT (organization_id, user_id) DO NOTHING RETURNING user_id`
          return rows.length > 0
        }, Effect.orDie),

        changeRole: Effect.fnUntraced(function* (organizationId, userId, role) {
          yield* sql`UPDATE organization_role SET role = ${role}
            WHERE organization_id = ${organizationId} AND user_id = ${userId}`
          yield* announceAccessChange(sql)
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (organizationId, userId) {
          yield* sql`DELETE FROM organization_role WHERE organization_id = ${organizationId} AND user_id = ${userId}`
          yield* sql`DELETE FROM direct_permission WHERE user_id = ${userId}
            AND project_id IN (SELECT id FROM project WHERE organization_id = ${organizationId})`
          yield* sql`UPDATE user_account SET preferred_organization_id = NULL
            WHERE id = ${userId} AND preferred_organization_id = ${organizationId}`
          yield* announceAccessChange(sql)
        }, Effect.orDie),

        listElsewhere: Effect.fnUntraced(function* (userId, organizationId) {
          return yield* organizationElsewhere.all(sql`
            SELECT ${organizationElsewhere.columns} FROM organization o
            LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = ${userId}
            WHERE o.deleted_at IS NULL AND o.id <> ${organizationId} AND (r.role IS NOT NULL OR o.id IN (
              SELECT p.organization_id FROM direct_permission d JOIN project p ON p.id = d.project_id
              WHERE d.user_id = ${userId} AND p.deleted_at IS NULL))
            ORDER BY o.id`)
        }, Effect.orDie),

        setPreferred: Effect.fnUntraced(function* (userId, organizationId) {
          yield* sql`UPDATE user_account SET preferred_organization_id = ${organizationId} WHERE id = ${userId}`
        }, Effect.orDie)
      })
    })
  )
}
