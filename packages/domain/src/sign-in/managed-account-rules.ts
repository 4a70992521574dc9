import { type DomainError, domainError } from "../error/domain-error.ts"
import type { ServerRole } from "../permission/role.ts"

/** An organization in which an account has a role, or a permission in a project. */
export interface AccessElsewhere {
  readonly name: string
  /** Only the account owns it, and there is nothing in it: each user gets such an organization by signing up. */
  readonly isUnused: boolean
}

export interface ManagedAccountFacts {
  readonly serverRole: ServerRole
  /** Outside of the organization that manages the account, or would. */
  readonly elsewhere: ReadonlyArray<AccessElsewhere>
}

/**
 * May the single sign-on of an organization manage the account? null: yes. Its owners choose the provider, which can open every
 * account that it manages: so it manages none with rights outside of the organization (ADR 74).
 */
export const checkBecomeManaged = ({ serverRole, elsewhere }: ManagedAccountFacts): DomainError | null => {
  if (serverRole === "ADMIN") return domainError("sso_cannot_manage_administrator")
  const used = elsewhere.filter(({ isUnused }) => !isUnused)
  return used.length === 0
    ? null
    : domainError(
        "sso_cannot_manage_access_elsewhere",
        used.map(({ name }) => name)
      )
}

/**
 * Whether everything that the account has belongs to the organization, so that its owners may disable it. An organization
 * without anything in it counts too: it is the user's.
 */
export const isOnlyOfOrganization = ({ serverRole, elsewhere }: ManagedAccountFacts): boolean =>
  serverRole === "USER" && elsewhere.length === 0
