import { type DomainError, domainError } from "../error/domain-error.ts"
import type { ProjectUserFacts } from "./set-direct-permission.ts"

export interface RemoveDirectPermissionFacts {
  readonly callerId: number
  readonly userId: number
  readonly user: ProjectUserFacts
}

// Each function checks whether the direct permission may be deleted; null: yes.
// Source: docs/reference/permissions-and-scopes.md#removing-a-permission.

/**
 * Back to the base permission. Members without a direct permission have nothing to lose, and nothing is refused; a user
 * without any access is like none.
 */
export const checkResetPermission = ({ callerId, userId, user }: RemoveDirectPermissionFacts): DomainError | null => {
  if (userId === callerId) return domainError("cannot_set_your_own_permissions")
  return user.organizationRole !== null || user.hasDirectPermission ? null : domainError("user_not_found")
}

/** Out of the project: only for users whom no organization role would let in again. */
export const checkRevokeAccess = ({ callerId, userId, user }: RemoveDirectPermissionFacts): DomainError | null => {
  if (userId === callerId) return domainError("can_not_revoke_own_permissions")
  if (user.organizationRole !== null) return domainError("user_is_organization_member")
  return user.hasDirectPermission ? null : domainError("user_not_found")
}

/** `caller`: the user who leaves. */
export const checkLeaveProject = (caller: ProjectUserFacts): DomainError | null => {
  if (caller.organizationRole !== null) return domainError("cannot_leave_project_with_organization_role")
  return caller.hasDirectPermission ? null : domainError("dont_have_direct_permissions")
}
