import { type DomainError, domainError } from "../error/domain-error.ts"
import type { Scope } from "./scope.ts"

export interface ProjectAccessFacts {
  /** Of the request: a server administrator has all scopes here, except with a project API key. */
  readonly effectiveScopes: ReadonlyArray<Scope>
  /** Empty: any scope will do. */
  readonly requiredScopes: ReadonlyArray<Scope>
  /** The credential is a project API key made for another project. */
  readonly keyOfOtherProject: boolean
}

/**
 * May the request enter the project? null: yes. Without any scope the project is hidden, not forbidden.
 * Source: docs/reference/errors.md#401-403-and-404.
 */
export const checkProjectAccess = (facts: ProjectAccessFacts): DomainError | null => {
  const { effectiveScopes, requiredScopes } = facts
  if (effectiveScopes.length === 0) return domainError("project_not_found")
  return (
    checkScopes(effectiveScopes, requiredScopes) ??
    (facts.keyOfOtherProject ? domainError("pak_created_for_different_project") : null)
  )
}

/** For checks inside an operation: fails with the missing scopes, in the order in which they are required. */
export const checkScopes = (
  effectiveScopes: ReadonlyArray<Scope>,
  requiredScopes: ReadonlyArray<Scope>
): DomainError | null => {
  const missing = requiredScopes.filter((scope) => !effectiveScopes.includes(scope))
  return missing.length === 0 ? null : domainError("operation_not_permitted", missing)
}
