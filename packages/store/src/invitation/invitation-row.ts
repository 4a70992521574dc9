import type { OrganizationRole, Permission } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { computed, pick, type Selected, select } from "../database/table.ts"
import { permissionFieldNames, toPermission } from "../permission/permission-columns.ts"
import { invitationTable } from "../table/invitation-table.ts"
import { organizationTable } from "../table/organization-table.ts"
import { userAccountTable } from "../table/user-account-table.ts"

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

/** Behind FROM: `i` the invitation, `p` its project, `o` its organization or that of the project, `u` who invited. */
export const invitationSource = `invitation i
  LEFT JOIN project p ON p.id = i.project_id
  JOIN organization o ON o.id = COALESCE(i.organization_id, p.organization_id)
  JOIN user_account u ON u.id = i.created_by`

const i = invitationTable.as("i")
const u = userAccountTable.as("u")

/** Out of `invitationSource`. */
export const invitation = select({
  invitationId: i.id,
  ...pick(
    i,
    "code",
    "organizationRole",
    "projectId",
    "name",
    "email",
    "createdAt",
    "expiresAt",
    ...permissionFieldNames
  ),
  organizationId: organizationTable.as("o").id,
  targetName: computed(Schema.String, "COALESCE(p.name, o.name)"),
  inviterId: u.id,
  inviterUsername: u.username,
  inviterName: u.name,
  inviterAvatarHash: u.avatarHash,
  inviterDeletedAt: u.deletedAt
})

/** Of an organization when there is no project. */
export const toInvitationRow = (row: Selected<typeof invitation>): InvitationRow => ({
  invitationId: row.invitationId,
  code: row.code,
  target:
    row.projectId === null
      ? { kind: "organization", organizationId: row.organizationId, role: row.organizationRole ?? "MEMBER" }
      : {
          kind: "project",
          projectId: row.projectId,
          organizationId: row.organizationId,
          permission: toPermission(row)
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
