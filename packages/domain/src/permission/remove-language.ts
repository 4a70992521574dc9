import { type LanguageOperation, languageListOf, scopeOfLanguageOperation } from "./check-access.ts"
import { expandPermission, type Permission, type PermissionType, permissionTypes } from "./permission.ts"
import { expandScopes, type Scope } from "./scope.ts"

/**
 * A direct permission after one of its languages is deleted; null: the record has nothing left and is to be deleted.
 * A list that loses its only language would mean "all languages" afterwards, so the right that it limited is removed with
 * it, and so is every scope that would bring that right back.
 * Source: docs/reference/permissions-and-scopes.md#deleting-a-language.
 */
export const removeLanguage = (permission: Permission, languageId: number): Permission | null => {
  const without = removeFromLists(permission, languageId)
  // Lists do not limit a permission with all scopes.
  if (without === permission || expandPermission(permission).includes("admin")) return without
  const emptied = operations.filter(
    (operation) => isList(permission[languageListOf[operation]]) && without[languageListOf[operation]] === null
  )
  if (permission.type !== null) return { ...without, type: emptied.reduce(lowerType, permission.type) }
  const scopes = emptied.reduce(dropScope, permission.scopes ?? [])
  return scopes.length === 0 ? null : { ...without, scopes }
}

const operations: ReadonlyArray<LanguageOperation> = ["stateChange", "translate", "view"]

/** The highest type that lacks the scope of the operation. */
const typeWithout = {
  stateChange: "TRANSLATE",
  translate: "VIEW",
  view: "NONE"
} as const satisfies Record<LanguageOperation, PermissionType>

const lowerType = (type: PermissionType, operation: LanguageOperation): PermissionType => {
  const highest = typeWithout[operation]
  return permissionTypes.indexOf(type) > permissionTypes.indexOf(highest) ? highest : type
}

const dropScope = (granted: ReadonlyArray<Scope>, operation: LanguageOperation): ReadonlyArray<Scope> => {
  const dropped = scopeOfLanguageOperation[operation]
  const expanded = expandScopes(granted)
  return expanded.includes(dropped) ? expanded.filter((scope) => !expandScopes([scope]).includes(dropped)) : granted
}

/** The same object when no list has the language. */
const removeFromLists = (permission: Permission, languageId: number): Permission => {
  const listed = operations.filter((operation) => permission[languageListOf[operation]]?.includes(languageId))
  if (listed.length === 0) return permission
  const lists = listed.map((operation) => {
    const rest = permission[languageListOf[operation]]?.filter((id) => id !== languageId) ?? []
    return [languageListOf[operation], rest.length === 0 ? null : rest]
  })
  return { ...permission, ...Object.fromEntries(lists) }
}

const isList = (ids: ReadonlyArray<number> | null): boolean => ids !== null && ids.length > 0
