import { expandScopes, type Scope, scopes } from "@dragoman/domain/permission"

/** How a scope stands among the chosen ones. */
export type ScopeChoice =
  | { readonly kind: "none" }
  | { readonly kind: "chosen" }
  /** Comes with another one, and cannot be taken away alone. */
  | { readonly kind: "implied"; readonly by: Scope }

const includes = (scope: Scope, other: Scope): boolean => scope !== other && expandScopes([scope]).includes(other)

export const choiceOf = (chosen: ReadonlyArray<Scope>, scope: Scope): ScopeChoice => {
  const by = chosen.find((other) => includes(other, scope))
  if (by !== undefined) return { kind: "implied", by }
  return { kind: chosen.includes(scope) ? "chosen" : "none" }
}

/** The fewest scopes that say the same, in the order of the API. */
export const fewestScopes = (granted: ReadonlyArray<Scope>): ReadonlyArray<Scope> =>
  scopes.filter((scope) => granted.includes(scope) && !granted.some((other) => includes(other, scope)))

/** Adds or removes the scope; implied ones stay. */
export const toggleScope = (chosen: ReadonlyArray<Scope>, scope: Scope): ReadonlyArray<Scope> =>
  fewestScopes(chosen.includes(scope) ? chosen.filter((other) => other !== scope) : [...chosen, scope])

/** Scopes by what they are about: the part of the name before the dot; the one for everything comes first. */
export const scopeGroups: ReadonlyArray<readonly [group: string, scopes: ReadonlyArray<Scope>]> = [
  ...Map.groupBy(["admin" as const, ...scopes.filter((scope) => scope !== "admin")], (scope) =>
    scope.includes(".") ? scope.slice(0, scope.indexOf(".")) : scope
  )
]
