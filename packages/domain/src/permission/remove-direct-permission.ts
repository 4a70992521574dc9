import { type Refusal, refuse } from "../error/refusal.ts"
import type { ProjectUserFacts } from "./set-direct-permission.ts"

export interface RemoveDirectPermissionFacts {
  readonly callerId: number
  readonly userId: number
  readonly user: ProjectUserFacts
}

// Each answers: may the direct permission be deleted? null: yes. Source: reference "auth-and-permissions" 6.4.

/**
 * Back to the base permission. Members without a direct permission have nothing to lose, and nothing is refused; a user
 * without any access is like none.
 */
export const checkResetPermission = ({ callerId, userId, user }: RemoveDirectPermissionFacts): Refusal | null => {
  if (userId === callerId) return refuse(400, "cannot_set_your_own_permissions")
  return user.organizationRole !== null || user.hasDirectPermission ? null : refuse(404, "user_not_found")
}

/** Out of the project: only for users whom no organization role would let in again. */
export const checkRevokeAccess = ({ callerId, userId, user }: RemoveDirectPermissionFacts): Refusal | null => {
  if (userId === callerId) return refuse(400, "can_not_revoke_own_permissions")
  if (user.organizationRole !== null) return refuse(400, "user_is_organization_member")
  return user.hasDirectPermission ? null : refuse(404, "user_not_found")
}

/** `caller`: the user who leaves. */
export const checkLeaveProject = (caller: ProjectUserFacts): Refusal | null => {
  if (caller.organizationRole !== null) return refuse(400, "cannot_leave_project_with_organization_role")
  return caller.hasDirectPermission ? null : refuse(400, "dont_have_direct_permissions")
}
