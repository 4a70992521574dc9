import { type DomainError, domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validated.ts"
import { checkScopes } from "./check-access.ts"
import type { OrganizationRole } from "./organization-role.ts"
import type { Permission } from "./permission.ts"
import type { Scope } from "./scope.ts"

/**
 * May the caller ask why a user has a scope in the project? null: yes. All callers may ask about themselves, so that every
 * 403 can be explained; about other members only with `members.view`.
 */
export const checkExplain = (
  callerId: number,
  userId: number,
  effectiveScopes: ReadonlyArray<Scope>
): DomainError | null => (userId === callerId ? null : checkScopes(effectiveScopes, ["members.view"]))

export interface ExplainedUserFacts<User> {
  readonly callerId: number
  readonly userId: number
  /** The caller may see all accounts of the server. */
  readonly seesAccounts: boolean
  /** null: there is no such account. */
  readonly user: User | null
}

interface ProjectUser {
  readonly organizationRole: OrganizationRole | null
  readonly directPermission: Permission | null
}

const isOfProject = (user: ProjectUser | null): boolean =>
  user !== null && (user.organizationRole !== null || user.directPermission !== null)

/** The user, when the caller may see the account. One without any relation to the project counts as absent. */
export const explainedUser = <User extends ProjectUser>(facts: ExplainedUserFacts<User>): Validated<User> => {
  const { callerId, userId, seesAccounts, user } = facts
  const isVisible = userId === callerId || seesAccounts || isOfProject(user)
  return user !== null && isVisible ? valid(user) : invalid(domainError("user_not_found"))
}
