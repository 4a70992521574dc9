import {
  isPermissionType,
  type LanguageRestrictions,
  type Permission,
  permissionOfScopes,
  permissionOfType
} from "../permission/permission.ts"
import { expandScopes, isScope, type Scope } from "../permission/scope.ts"

/** A permission as a server of Tolgee shows it: scopes with all that they include, also beside a type. */
export interface SourcePermission {
  readonly type: string | null
  readonly scopes: ReadonlyArray<string> | null
  readonly translateLanguageIds: ReadonlyArray<number> | null
  readonly viewLanguageIds: ReadonlyArray<number> | null
  readonly stateChangeLanguageIds: ReadonlyArray<number> | null
}

/**
 * The permission as it is stored here: the type, or the fewest scopes that include all others. `languageOf`: the id here of
 * a language there. A language that is gone is left out; a list that loses all of them is not empty, which would
 * mean every language, but names one that does not exist. `unknown`: scopes of features that this server does not have.
 */
export const permissionOfSource = (
  source: SourcePermission,
  languageOf: (id: number) => number | undefined
): { readonly permission: Permission; readonly unknown: ReadonlyArray<string> } => {
  const languages: LanguageRestrictions = {
    translateLanguageIds: languagesHere(source.translateLanguageIds, languageOf),
    viewLanguageIds: languagesHere(source.viewLanguageIds, languageOf),
    stateChangeLanguageIds: languagesHere(source.stateChangeLanguageIds, languageOf)
  }
  if (isPermissionType(source.type)) return { permission: permissionOfType(source.type, languages), unknown: [] }
  const names = source.scopes ?? []
  const unknown = names.filter((name) => !isScope(name))
  return { permission: permissionOfScopes(fewestScopes(names.filter(isScope)), languages), unknown }
}

/** An id that no language has. */
const noLanguage = 0

const languagesHere = (
  ids: ReadonlyArray<number> | null,
  languageOf: (id: number) => number | undefined
): ReadonlyArray<number> | null => {
  if (ids === null || ids.length === 0) return null
  const here = ids.flatMap((id) => languageOf(id) ?? [])
  return here.length === 0 ? [noLanguage] : here
}

const fewestScopes = (scopes: ReadonlyArray<Scope>): ReadonlyArray<Scope> =>
  scopes.filter((scope) => !scopes.some((other) => other !== scope && expandScopes([other]).includes(scope)))
