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
 * Resets to the base permission. No error for members without a direct permission; a user without any access counts as
 * unknown.
 */
export const checkResetPermission = ({ callerId, userId, user }: RemoveDirectPermissionFacts): DomainError | null => {
  if (userId === callerId) return domainError("cannot_set_your_own_permissions")
  return user.organizationRole !== null || user.hasDirectPermission ? null : domainError("user_not_found")
}

/** Removes a user from the project: only one without an organization role, which would give access again. */
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
