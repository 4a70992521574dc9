import { type Expansion, expandScopes, expansionOf, includedScopes, type Scope } from "./scope.ts"

/** Named sets of scopes; each one includes the one before. */
export const permissionTypes = ["NONE", "VIEW", "TRANSLATE", "REVIEW", "EDIT", "MANAGE"] as const

export type PermissionType = (typeof permissionTypes)[number]

/** True if the text is the wire value of a permission type. */
export const isPermissionType = (value: unknown): value is PermissionType =>
  (permissionTypes as ReadonlyArray<unknown>).includes(value)

const translateScopes: ReadonlyArray<Scope> = [
  "keys.view",
  "translations.view",
  "translations.edit",
  "screenshots.view",
  "activity.view",
  "translation-comments.add",
  "translation-comments.set-state",
  "tasks.view"
]

const reviewScopes: ReadonlyArray<Scope> = [...translateScopes, "translations.state-edit"]

/** The scopes of each type, not expanded. Source: docs/permissions.md#types-and-scopes. */
export const rawScopesOfType: Readonly<Record<PermissionType, ReadonlyArray<Scope>>> = {
  NONE: [],
  VIEW: ["translations.view", "screenshots.view", "activity.view", "keys.view", "tasks.view"],
  TRANSLATE: translateScopes,
  REVIEW: reviewScopes,
  EDIT: [
    ...reviewScopes,
    "keys.edit",
    "keys.delete",
    "keys.create",
    "screenshots.upload",
    "screenshots.delete",
    "translation-comments.edit",
    "translations.batch-by-tm",
    "translations.batch-machine",
    "batch-jobs.view"
  ],
  MANAGE: ["admin"]
}

/** The scopes of each type with all that they include. */
export const expansionOfType = Object.fromEntries(
  permissionTypes.map((type) => [type, expansionOf(rawScopesOfType[type])])
) as Readonly<Record<PermissionType, Expansion>>

/** Which languages may be translated, seen, have their states changed; null = all. An empty list is read as null. */
export interface LanguageRestrictions {
  readonly translateLanguageIds: ReadonlyArray<number> | null
  readonly viewLanguageIds: ReadonlyArray<number> | null
  readonly stateChangeLanguageIds: ReadonlyArray<number> | null
}

/**
 * A stored permission: a type or granular scopes, never both. Base permissions have no language lists.
 * Source: docs/reference/permissions-and-scopes.md#stored-records.
 */
export interface Permission extends LanguageRestrictions {
  /** null: granular. */
  readonly type: PermissionType | null
  /** The granted scopes, not expanded; null when there is a type. */
  readonly scopes: ReadonlyArray<Scope> | null
}

/** No restriction. */
export const allLanguages: LanguageRestrictions = Object.freeze({
  translateLanguageIds: null,
  viewLanguageIds: null,
  stateChangeLanguageIds: null
})

/** A permission with a type. */
export const permissionOfType = (type: PermissionType, languages: LanguageRestrictions = allLanguages): Permission => ({
  type,
  scopes: null,
  ...storedLanguages(languages)
})

/** A granular permission. */
export const permissionOfScopes = (
  granted: ReadonlyArray<Scope>,
  languages: LanguageRestrictions = allLanguages
): Permission => ({ type: null, scopes: granted, ...storedLanguages(languages) })

/** The scopes of the type, or the granular ones; not expanded. */
export const rawScopes = (permission: Permission): ReadonlyArray<Scope> =>
  permission.type === null ? (permission.scopes ?? []) : rawScopesOfType[permission.type]

/** The scopes as responses show them: expanded, in wire order. Source: docs/reference/permissions-and-scopes.md#expansion. */
export const expandPermission = (permission: Permission): ReadonlyArray<Scope> =>
  expansionOfPermission(permission).scopes

/** Expands like `expandPermission`, with the bits. */
export const expansionOfPermission = (permission: Permission): Expansion =>
  permission.type === null ? expansionOf(permission.scopes ?? []) : expansionOfType[permission.type]

/**
 * The lists as they are stored: ascending, without repeats, null for an empty one. A user who sees only some languages also
 * sees those that they translate or review. Source: docs/reference/permissions-and-scopes.md#language-lists.
 */
const storedLanguages = (languages: LanguageRestrictions): LanguageRestrictions => {
  const translateLanguageIds = sortedOrNull(languages.translateLanguageIds)
  const stateChangeLanguageIds = sortedOrNull(languages.stateChangeLanguageIds)
  const view = sortedOrNull(languages.viewLanguageIds)
  const viewLanguageIds =
    view && sortedOrNull([...view, ...(translateLanguageIds ?? []), ...(stateChangeLanguageIds ?? [])])
  return { translateLanguageIds, viewLanguageIds, stateChangeLanguageIds }
}

const sortedOrNull = (ids: ReadonlyArray<number> | null): ReadonlyArray<number> | null =>
  ids === null || ids.length === 0 ? null : [...new Set(ids)].sort((left, right) => left - right)

/** A scope and those that it directly includes; a scope that several others include appears under each of them. */
export interface ScopeHierarchyNode {
  readonly scope: Scope
  readonly requires: ReadonlyArray<ScopeHierarchyNode>
}

const nodeOf = (scope: Scope): ScopeHierarchyNode => ({ scope, requires: includedScopes[scope].map(nodeOf) })

/** The whole tree from its one root. Source: docs/reference/permissions-and-scopes.md#scope-info. */
export const scopeHierarchyTree: ScopeHierarchyNode = nodeOf("admin")

const withIncluded = (type: PermissionType): ReadonlyArray<Scope> => [
  ...new Set(rawScopesOfType[type].flatMap((scope) => [scope, ...expandScopes([scope])]))
]

/** Per type: each stored scope, followed by its expansion, without repeats. */
export const scopesOfPermissionTypes: Readonly<Record<PermissionType, ReadonlyArray<Scope>>> = {
  NONE: withIncluded("NONE"),
  VIEW: withIncluded("VIEW"),
  TRANSLATE: withIncluded("TRANSLATE"),
  REVIEW: withIncluded("REVIEW"),
  EDIT: withIncluded("EDIT"),
  MANAGE: withIncluded("MANAGE")
}
