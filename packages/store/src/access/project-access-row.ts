import type { OrganizationRole, Permission, ServerRole } from "@dragoman/domain/permission"
import type { SqlClient, Statement } from "effect/sql"
import { columnToField } from "../database/column-name.ts"
import { type PermissionColumns, parsePermissionColumns } from "./permission-columns.ts"

export interface ProjectAccessRow {
  readonly projectId: number
  readonly organizationId: number
  readonly organizationRole: OrganizationRole | null
  readonly basePermission: Permission
  readonly directPermission: Permission | null
}

/** Of a project `p`, its organization `o`, and a user's role `r` and direct permission `d`, which may be absent. */
const accessColumns = {
  project_id: "p.id",
  organization_id: "p.organization_id",
  organization_role: "r.role",
  base_type: "o.base_type",
  base_scopes: "o.base_scopes",
  direct_project_id: "d.project_id",
  type: "d.type",
  scopes: "d.scopes",
  translate_language_ids: "d.translate_language_ids",
  view_language_ids: "d.view_language_ids",
  state_change_language_ids: "d.state_change_language_ids"
}

/** As `toProjectAccess` takes them. */
export const projectAccessColumns = Object.entries(accessColumns)
  .map(([name, column]) => `${column} AS ${name}`)
  .join(", ")

/** What decides the access of a user, in one column. */
export interface UserAccess extends ProjectAccessRow {
  readonly serverRole: ServerRole
  readonly disabledAt: number | null
  readonly deletedAt: number | null
}

/** The access of a user `userId` to a project `projectId` as JSON, for a list of columns; null without a user. */
export const userAccessColumn = (sql: SqlClient.SqlClient, projectId: string, userId: string): Statement.Fragment => {
  const json = sql.onDialectOrElse({ pg: () => "json_build_object", orElse: () => "json_object" })
  const columns = {
    ...accessColumns,
    server_role: "u.server_role",
    disabled_at: "u.disabled_at",
    deleted_at: "u.deleted_at"
  }
  const fields = Object.entries(columns).map(([name, column]) => `'${columnToField(name)}', ${column}`)
  return sql.literal(`CASE WHEN ${userId} IS NOT NULL THEN (
    SELECT CAST(${json}(${fields.join(", ")}) AS TEXT)
    FROM user_account u
    JOIN project p ON p.id = ${projectId}
    JOIN organization o ON o.id = p.organization_id
    LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = u.id
    LEFT JOIN direct_permission d ON d.project_id = p.id AND d.user_id = u.id
    WHERE u.id = ${userId}
  ) END`)
}

/** Of such a column. */
export const parseUserAccess = (column: string | null): UserAccess | null => {
  if (column === null) return null
  const row = JSON.parse(column) as ProjectAccessColumns & Pick<UserAccess, "serverRole" | "disabledAt" | "deletedAt">
  return { ...row, ...toProjectAccess(row) }
}

export interface ProjectAccessColumns extends PermissionColumns {
  readonly projectId: number
  readonly organizationId: number
  readonly organizationRole: OrganizationRole | null
  readonly baseType: string | null
  readonly baseScopes: string | null
  readonly directProjectId: number | null
}

export const toProjectAccess = (row: ProjectAccessColumns): ProjectAccessRow => ({
  projectId: row.projectId,
  organizationId: row.organizationId,
  organizationRole: row.organizationRole,
  basePermission: parsePermissionColumns({ type: row.baseType, scopes: row.baseScopes }),
  directPermission: row.directProjectId === null ? null : parsePermissionColumns(row)
})
