/** Every right in a project, in the order of the API. Source: docs/reference/permissions-and-scopes.md#scopes. */
export const scopes = [
  "translations.view",
  "translations.edit",
  "keys.edit",
  "screenshots.upload",
  "screenshots.delete",
  "screenshots.view",
  "activity.view",
  "languages.edit",
  "admin",
  "project.edit",
  "members.view",
  "members.edit",
  "translation-comments.add",
  "translation-comments.edit",
  "translation-comments.set-state",
  "translations.state-edit",
  "keys.view",
  "keys.delete",
  "keys.create",
  "batch-jobs.view",
  "batch-jobs.cancel",
  "translations.batch-by-tm",
  "translations.batch-machine",
  "content-delivery.manage",
  "content-delivery.publish",
  "webhooks.manage",
  "tasks.view",
  "tasks.edit"
] as const

export type Scope = (typeof scopes)[number]

/** True if the text is the wire value of a scope. */
export const isScope = (value: unknown): value is Scope => (scopes as ReadonlyArray<unknown>).includes(value)

/**
 * The scopes that each scope directly includes. The order is that of the tree: the expansion and so the wire order follow from it.
 * Source: docs/reference/permissions-and-scopes.md#scopes.
 */
export const includedScopes: Readonly<Record<Scope, ReadonlyArray<Scope>>> = {
  admin: [
    "translations.edit",
    "keys.edit",
    "keys.delete",
    "keys.create",
    "screenshots.upload",
    "screenshots.delete",
    "tasks.edit",
    "activity.view",
    "languages.edit",
    "project.edit",
    "members.edit",
    "translation-comments.set-state",
    "translation-comments.add",
    "translation-comments.edit",
    "translations.state-edit",
    "batch-jobs.view",
    "batch-jobs.cancel",
    "translations.batch-by-tm",
    "translations.batch-machine",
    "content-delivery.manage",
    "webhooks.manage"
  ],
  "translations.view": ["keys.view"],
  "translations.edit": ["translations.view"],
  "translations.state-edit": ["translations.view"],
  "translation-comments.add": ["translations.view"],
  "translation-comments.edit": ["translations.view"],
  "translation-comments.set-state": ["translations.view"],
  "translations.batch-by-tm": ["translations.edit"],
  "translations.batch-machine": ["translations.edit"],
  "tasks.view": ["translations.view"],
  "tasks.edit": ["tasks.view"],
  "keys.edit": ["keys.view"],
  "keys.delete": ["keys.view"],
  "keys.create": ["keys.view"],
  "screenshots.view": ["keys.view"],
  "screenshots.upload": ["screenshots.view"],
  "screenshots.delete": ["screenshots.view"],
  "members.edit": ["members.view"],
  "content-delivery.manage": ["content-delivery.publish"],
  "activity.view": [],
  "languages.edit": [],
  "project.edit": [],
  "batch-jobs.view": [],
  "batch-jobs.cancel": [],
  "webhooks.manage": [],
  "members.view": [],
  "content-delivery.publish": [],
  "keys.view": []
}

/** One bit per scope: 28 scopes fit into the 32 bits that JavaScript's bitwise operators work on. */
export const bitOfScope = Object.fromEntries(scopes.map((scope, index) => [scope, 1 << index])) as Readonly<
  Record<Scope, number>
>

/** The bits of a list of scopes, exactly as they are listed: nothing is expanded. */
const bitsOfScopes = (list: ReadonlyArray<Scope>): number => list.reduce((bits, scope) => bits | bitOfScope[scope], 0)

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

/** Expands like `expandScopes`, with the bits. A name that is no scope gives nothing. */
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
