import type { OrganizationRole, Permission, ServerRole } from "@dragoman/domain/permission"
import type { SqlClient } from "effect/sql"
import { type Column, computed, Json, optional, pick, type Selected, select } from "../database/table.ts"
import { toPermission } from "../permission/permission-columns.ts"
import { directPermissionColumns, toDirectPermission } from "../table/direct-permission-table.ts"
import { organizationRoleTable, organizationTable } from "../table/organization-table.ts"
import { projectTable } from "../table/project-table.ts"
import { userAccountTable } from "../table/user-account-table.ts"

export interface ProjectAccessRow {
  readonly projectId: number
  readonly organizationId: number
  readonly organizationRole: OrganizationRole | null
  readonly basePermission: Permission
  readonly directPermission: Permission | null
}

const p = projectTable.as("p")

/** Of a project `p`, its organization `o`, and a user's role `r` and direct permission `d`, which may be absent. */
export const projectAccessColumns = {
  projectId: p.id,
  organizationId: p.organizationId,
  organizationRole: optional(organizationRoleTable.as("r")).role,
  ...pick(organizationTable.as("o"), "baseType", "baseScopes"),
  ...directPermissionColumns
}

export const projectAccess = select(projectAccessColumns)

export const toProjectAccess = (row: Selected<typeof projectAccess>): ProjectAccessRow => ({
  projectId: row.projectId,
  organizationId: row.organizationId,
  organizationRole: row.organizationRole,
  basePermission: toPermission({ type: row.baseType, scopes: row.baseScopes }),
  directPermission: toDirectPermission(row)
})

/** All that decides the access of a user to a project. */
export interface UserAccess extends ProjectAccessRow {
  readonly serverRole: ServerRole
  readonly disabledAt: number | null
  readonly deletedAt: number | null
}

const userAccessColumns = {
  ...projectAccessColumns,
  ...pick(userAccountTable.as("u"), "serverRole", "disabledAt", "deletedAt")
}

const userAccess = select(userAccessColumns)

/** The access of a user `userId` to a project `projectId` in one column, for `toUserAccess`; null without a user. */
export const userAccessColumn = (
  sql: SqlClient.SqlClient,
  projectId: string,
  userId: string
): Column<object | null> => {
  const json = sql.onDialectOrElse({ pg: () => "json_build_object", orElse: () => "json_object" })
  const fields = Object.entries(userAccessColumns).map(([field, column]) => `'${field}', ${column.sql}`)
  return computed(
    Json<object | null>(),
    `CASE WHEN ${userId} IS NOT NULL THEN (
      SELECT CAST(${json}(${fields.join(", ")}) AS TEXT)
      FROM user_account u
      JOIN project p ON p.id = ${projectId}
      JOIN organization o ON o.id = p.organization_id
      LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = u.id
      LEFT JOIN direct_permission d ON d.project_id = p.id AND d.user_id = u.id
      WHERE u.id = ${userId}
    ) END`
  )
}

/** The access in such a column. */
export const toUserAccess = (column: object): UserAccess | null => {
  const [row] = userAccess.decode([column])
  return row === undefined
    ? null
    : {
        ...toProjectAccess(row),
        serverRole: row.serverRole,
        disabledAt: row.disabledAt,
        deletedAt: row.deletedAt
      }
}
