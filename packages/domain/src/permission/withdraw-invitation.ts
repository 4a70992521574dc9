import { type DomainError, domainError } from "../error/domain-error.ts"
import { checkScopes } from "./check-access.ts"
import { checkOrganizationAccess, type OrganizationAccessFacts } from "./organization-role.ts"
import type { Scope } from "./scope.ts"

// Each answers: may the user withdraw the invitation? null: yes. A user who cannot see the place does not learn that there
// is an invitation into it.

/** `scopes`: of the user in the project; null: there is no such project. */
export const checkWithdrawProjectInvitation = (scopes: ReadonlyArray<Scope> | null): DomainError | null =>
  scopes === null || scopes.length === 0 ? domainError("resource_not_found") : checkScopes(scopes, ["admin"])

/** `user`: in the organization; null: there is no such organization. */
export const checkWithdrawOrganizationInvitation = (user: OrganizationAccessFacts | null): DomainError | null => {
  if (user === null) return domainError("resource_not_found")
  if (user.role === "OWNER" || user.serverRole === "ADMIN") return null
  return checkOrganizationAccess(user, "VIEWER") ?? domainError("user_is_not_owner_of_organization")
}
