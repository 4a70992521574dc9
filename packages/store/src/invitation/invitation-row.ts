import type { OrganizationRole, Permission } from "@dragoman/domain/permission"
import { type PermissionColumns, parsePermissionColumns } from "../access/permission-columns.ts"

export interface OrganizationInvitationTarget {
  readonly kind: "organization"
  readonly organizationId: number
  readonly role: OrganizationRole
}

export interface ProjectInvitationTarget {
  readonly kind: "project"
  readonly projectId: number
  /** Owner of the project. */
  readonly organizationId: number
  readonly permission: Permission
}

/** What an invitation gives to whoever accepts it. */
export type InvitationTarget = OrganizationInvitationTarget | ProjectInvitationTarget

export interface InvitationRow<Target extends InvitationTarget = InvitationTarget> {
  readonly invitationId: number
  readonly code: string
  readonly target: Target
  /** Of the project or the organization. */
  readonly targetName: string
  /** Of the person invited, as `email`. */
  readonly name: string | null
  readonly email: string | null
  readonly createdBy: InviterRow
  /** Epoch milliseconds, as `expiresAt`. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** Whether it invites to a project. */
export const isProjectInvitation = (row: InvitationRow): row is InvitationRow<ProjectInvitationTarget> =>
  row.target.kind === "project"

/** Whether it invites to an organization. */
export const isOrganizationInvitation = (row: InvitationRow): row is InvitationRow<OrganizationInvitationTarget> =>
  row.target.kind === "organization"

export interface InviterRow {
  readonly userId: number
  readonly username: string
  readonly name: string
  readonly avatarHash: string | null
  readonly isDeleted: boolean
}

export interface InvitationColumns extends PermissionColumns {
  readonly invitationId: number
  readonly code: string
  readonly organizationRole: OrganizationRole | null
  readonly projectId: number | null
  readonly organizationId: number
  readonly targetName: string
  readonly name: string | null
  readonly email: string | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly inviterId: number
  readonly inviterUsername: string
  readonly inviterName: string
  readonly inviterAvatarHash: string | null
  readonly inviterDeletedAt: number | null
}

/** Behind FROM: `i` the invitation, `p` its project, `o` its organization or that of the project, `u` who invited. */
export const invitationSource = `invitation i
  LEFT JOIN project p ON p.id = i.project_id
  JOIN organization o ON o.id = COALESCE(i.organization_id, p.organization_id)
  JOIN user_account u ON u.id = i.created_by`

/** The columns of `InvitationColumns`, out of `invitationSource`. */
export const invitationColumns = `i.id AS invitation_id, i.code, i.organization_role, i.project_id,
  o.id AS organization_id, COALESCE(p.name, o.name) AS target_name, i.type, i.scopes,
  i.translate_language_ids, i.view_language_ids, i.state_change_language_ids, i.name, i.email, i.created_at, i.expires_at,
  u.id AS inviter_id, u.username AS inviter_username, u.name AS inviter_name,
  u.avatar_hash AS inviter_avatar_hash, u.deleted_at AS inviter_deleted_at`

/** Of an organization when there is no project. */
export const toInvitationRow = (row: InvitationColumns): InvitationRow => ({
  invitationId: row.invitationId,
  code: row.code,
  target:
    row.projectId === null
      ? { kind: "organization", organizationId: row.organizationId, role: row.organizationRole ?? "MEMBER" }
      : {
          kind: "project",
          projectId: row.projectId,
          organizationId: row.organizationId,
          permission: parsePermissionColumns(row)
        },
  targetName: row.targetName,
  name: row.name,
  email: row.email,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  createdBy: {
    userId: row.inviterId,
    username: row.inviterUsername,
    name: row.inviterName,
    avatarHash: row.inviterAvatarHash,
    isDeleted: row.inviterDeletedAt !== null
  }
})
