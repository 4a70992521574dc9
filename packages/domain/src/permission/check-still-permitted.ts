import { type DomainError, domainError } from "../error/domain-error.ts"
import { checkScopes, type LanguageOperation, permittedLanguages, scopeOfLanguageOperation } from "./check-access.ts"
import type { ComputedPermission } from "./compute-permission.ts"
import type { Scope } from "./scope.ts"

/** The rights of a request when it began. */
export interface GrantedAtStart {
  readonly effectiveScopes: ReadonlyArray<Scope>
  readonly computedPermission: ComputedPermission
}

/**
 * Checks whether the permission of the user still covers the rights of a long request when it began; null: yes. `now`: the permission
 * of the user, without the limits of a key. Source: docs/sessions.md.
 */
export const checkStillPermitted = (start: GrantedAtStart, now: ComputedPermission): DomainError | null =>
  checkScopes(now.scopes, start.effectiveScopes) ?? checkLanguagesLost(start, now)

const operations = Object.keys(scopeOfLanguageOperation) as ReadonlyArray<LanguageOperation>

const checkLanguagesLost = (start: GrantedAtStart, now: ComputedPermission): DomainError | null => {
  for (const operation of operations) {
    if (!start.effectiveScopes.includes(scopeOfLanguageOperation[operation])) continue
    const after = permittedLanguages(now, operation)
    if (after === null) continue
    const before = permittedLanguages(start.computedPermission, operation)
    const lost = before?.filter((id) => !after.includes(id)) ?? []
    // Before, all of them: which ones are lost is not known here.
    if (before === null || lost.length > 0) return domainError("language_not_permitted", [lost, lost.map(() => null)])
  }
  return null
}
