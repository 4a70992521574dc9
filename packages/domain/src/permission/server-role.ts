import { type DomainError, domainError } from "../error/domain-error.ts"

export const serverRoles = ["USER", "ADMIN"] as const

/** On the whole server, not in one organization. Source: docs/reference/permissions-and-scopes.md#stored-records. */
export type ServerRole = (typeof serverRoles)[number]

export interface AdministratorFacts {
  readonly serverRole: ServerRole
  /** Another account with the role ADMIN that is neither disabled nor deleted. */
  readonly hasOtherAdministrator: boolean
}

/** May the user stop being an administrator: be demoted, disabled or deleted? null: yes. The last one stays. */
export const checkLoseAdministrator = (user: AdministratorFacts): DomainError | null =>
  user.serverRole === "ADMIN" && !user.hasOtherAdministrator ? domainError("server_has_no_other_administrator") : null

export interface DisableUserFacts {
  readonly callerId: number
  readonly userId: number
  /** null: there is no such account. */
  readonly user: AdministratorFacts | null
}

/** May an administrator disable the account? null: yes. */
export const checkDisableUser = ({ callerId, userId, user }: DisableUserFacts): DomainError | null => {
  if (userId === callerId) return domainError("cannot_disable_your_own_account")
  return user === null ? domainError("user_not_found") : checkLoseAdministrator(user)
}

/** May an administrator give the account this role? null: yes. `user` null: there is no such account. */
export const checkSetServerRole = (user: AdministratorFacts | null, role: ServerRole): DomainError | null => {
  if (user === null) return domainError("user_not_found")
  return role === "ADMIN" ? null : checkLoseAdministrator(user)
}
