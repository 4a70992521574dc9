import { type Expansion, expansionOf } from "./expand-scopes.ts"
import { expansionOfType, type PermissionType, rawScopesOfType } from "./permission-type.ts"
import type { Scope } from "./scope.ts"

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
  /** As granted, not expanded; null when there is a type. */
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

/** As `expandPermission`, with the bits. */
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
