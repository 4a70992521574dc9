import { checkGrant } from "./check-grant.ts"
import { computePermission, hasScope, type PermissionFacts } from "./compute-permission.ts"
import type { OrganizationRole } from "./organization-role.ts"
import type { Permission } from "./permission.ts"
import type { ServerRole } from "./server-role.ts"

/** Why an invitation cannot be accepted any more although its time is not over. */
export const invitationEnds = ["INVITER_DISABLED", "INVITER_MAY_NOT_INVITE", "INVITER_HAS_LESS"] as const

export type InvitationEnd = (typeof invitationEnds)[number]

interface Inviter {
  /** Disabled or deleted. */
  readonly isGone: boolean
}

/**
 * Why an invitation into a project ended; null: it is valid. It is valid as long as its inviter could make it again: may edit
 * the members and has everything that it gives. Source: docs/permissions.md#invitations.
 */
export const projectInvitationEnd = (
  inviter: Inviter & PermissionFacts,
  permission: Permission
): InvitationEnd | null => {
  if (inviter.isGone) return "INVITER_DISABLED"
  const computed = computePermission(inviter)
  if (!hasScope(computed, "members.edit")) return "INVITER_MAY_NOT_INVITE"
  return checkGrant(computed, permission) === null ? null : "INVITER_HAS_LESS"
}

/** The same of an invitation into an organization: owners and server administrators make them. */
export const organizationInvitationEnd = (
  inviter: Inviter & { readonly role: OrganizationRole | null; readonly serverRole: ServerRole }
): InvitationEnd | null => {
  if (inviter.isGone) return "INVITER_DISABLED"
  return inviter.role === "OWNER" || inviter.serverRole === "ADMIN" ? null : "INVITER_MAY_NOT_INVITE"
}
