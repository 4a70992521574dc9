import type { OrganizationRole, Permission } from "@dragoman/domain/permission"
import { type PermissionColumns, parsePermissionColumns } from "./permission-columns.ts"

export interface ProjectAccessRow {
  readonly projectId: number
  readonly organizationId: number
  readonly organizationRole: OrganizationRole | null
  readonly basePermission: Permission
  readonly directPermission: Permission | null
}

/** Of a project `p`, its organization `o`, and a user's role `r` and direct permission `d`, which may be absent. */
export const projectAccessColumns = `p.id AS project_id, p.organization_id, r.role AS organization_role, o.base_type,
  o.base_scopes, d.project_id AS direct_project_id, d.type, d.scopes,
  d.translate_language_ids, d.view_language_ids, d.state_change_language_ids`

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
