import { isScope, type Scope } from "./scope.ts"
import { includedScopes } from "./scope-hierarchy.ts"

/**
 * The path to a scope: from the granted scope that is nearest to it, over the scopes between them, down to the scope
 * itself. null: none of the granted scopes includes it.
 */
export const scopePath = (granted: ReadonlyArray<Scope>, scope: Scope): ReadonlyArray<Scope> | null => {
  let paths: ReadonlyArray<ReadonlyArray<Scope>> = granted.filter(isScope).map((start) => [start])
  while (paths.length > 0) {
    const found = paths.find((path) => path.at(-1) === scope)
    if (found !== undefined) return found
    paths = paths.flatMap((path) => path.slice(-1).flatMap((end) => includedScopes[end].map((next) => [...path, next])))
  }
  return null
}
