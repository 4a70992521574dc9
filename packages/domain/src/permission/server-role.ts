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
