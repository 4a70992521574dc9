import { type DomainError, domainError } from "../error/domain-error.ts"
import type { OrganizationRole, ServerRole } from "./role.ts"
import type { Scope } from "./scope.ts"

/** A glossary or a translation memory that an organization shares, and its caller. */
export interface ManageSharedFacts {
  readonly role: OrganizationRole | null
  readonly serverRole: ServerRole
  /** Effective scopes of the caller in each project that it is assigned to: those of today, and those that a change adds. */
  readonly scopesInProjects: ReadonlyArray<ReadonlyArray<Scope>>
}

/**
 * Checks whether the caller may manage a glossary or a memory of an organization; null: yes. One without a project belongs
 * to the owners: it may be assigned to any project later. Source: ADR 90.
 */
export const checkManageShared = ({ role, serverRole, scopesInProjects }: ManageSharedFacts): DomainError | null => {
  if (role === "OWNER" || serverRole === "ADMIN") return null
  const editsAll = scopesInProjects.length > 0 && scopesInProjects.every((scopes) => scopes.includes("project.edit"))
  return role === "MEMBER" && editsAll ? null : domainError("operation_not_permitted", ["project.edit"])
}
