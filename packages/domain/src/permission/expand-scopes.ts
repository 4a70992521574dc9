import type { Scope } from "./scope.ts"
import { bitsOfScopes } from "./scope-bits.ts"
import { includedScopes } from "./scope-hierarchy.ts"

/** Scopes with all that they include: in wire order, and as bits. */
export interface Expansion {
  readonly scopes: ReadonlyArray<Scope>
  readonly bits: number
}

/**
 * The scopes and all that they include, without repeats: included scopes come before the one that includes them, the rest in the order
 * given. The result is shared and frozen. Source: docs/reference/permissions-and-scopes.md#expansion.
 */
export const expandScopes = (granted: ReadonlyArray<Scope>): ReadonlyArray<Scope> => expansionOf(granted).scopes

/** As `expandScopes`, with the bits. A name that is no scope gives nothing. */
export const expansionOf = (granted: ReadonlyArray<Scope>): Expansion => {
  let expansion = nothing
  for (const scope of granted) expansion = expansion.next.get(scope) ?? addScope(expansion, scope)
  return expansion
}

/** An expansion with a cache of its extensions by one scope: known lists cost one look-up per scope. */
interface RememberedExpansion extends Expansion {
  readonly next: Map<Scope, RememberedExpansion>
}

/** Lists come from requests, in any order: without a limit, clients would decide how much memory is used. */
const rememberedMax = 5000
let rememberedCount = 0

const addScope = (expansion: RememberedExpansion, scope: Scope): RememberedExpansion => {
  if (!Object.hasOwn(includedScopes, scope)) return expansion
  const list = [...expansion.scopes]
  appendScope(list, scope)
  const result = list.length === expansion.scopes.length ? expansion : remember(list)
  if (rememberedCount < rememberedMax) {
    rememberedCount++
    expansion.next.set(scope, result)
  }
  return result
}

/** A scope that is listed already has brought in all that it includes. */
const appendScope = (list: Array<Scope>, scope: Scope): void => {
  if (list.includes(scope)) return
  for (const included of includedScopes[scope]) appendScope(list, included)
  list.push(scope)
}

const remember = (list: ReadonlyArray<Scope>): RememberedExpansion => ({
  scopes: Object.freeze(list),
  bits: bitsOfScopes(list),
  next: new Map()
})

const nothing = remember([])
