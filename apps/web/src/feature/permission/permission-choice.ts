import {
  expandScopes,
  languageOperationOf,
  type Permission,
  type PermissionType,
  rawScopesOfType,
  type Scope
} from "@dragoman/domain/permission"
import type { PermissionModel } from "../../base/api/contract.ts"
import { fewestScopes } from "./scope-selection.ts"

/** A permission as a form edits it. */
export interface PermissionChoice {
  /** null: granular. */
  readonly type: PermissionType | null
  /** For granular ones: not expanded. */
  readonly scopes: ReadonlyArray<Scope>
  /** Empty, here and below: all languages. */
  readonly viewLanguageIds: ReadonlyArray<number>
  readonly translateLanguageIds: ReadonlyArray<number>
  readonly stateChangeLanguageIds: ReadonlyArray<number>
}

export const noLanguageLimit = { viewLanguageIds: [], translateLanguageIds: [], stateChangeLanguageIds: [] } as const

/** A stored permission, to change it; null: a new one, which translates. */
export const choiceOfPermission = (permission: PermissionModel | null): PermissionChoice =>
  permission === null
    ? { type: "TRANSLATE", scopes: [], ...noLanguageLimit }
    : {
        type: permission.type,
        scopes: permission.type === null ? fewestScopes(permission.scopes) : [],
        viewLanguageIds: permission.viewLanguageIds ?? [],
        translateLanguageIds: permission.translateLanguageIds ?? [],
        stateChangeLanguageIds: permission.stateChangeLanguageIds ?? []
      }

/** All scopes of a choice, expanded. */
export const scopesOfChoice = ({ type, scopes }: PermissionChoice): ReadonlyArray<Scope> =>
  expandScopes(type === null ? scopes : rawScopesOfType[type])

/**
 * Which lists of languages a form offers. Types have one at most, which is for reviewing too; granular scopes have one for
 * each thing they allow, unless they allow everything. Source: docs/permissions.md#languages.
 */
export const languageLists = (choice: PermissionChoice) => {
  const { type, scopes } = choice
  if (type !== null) return { view: false, translate: type === "TRANSLATE" || type === "REVIEW", stateChange: false }
  const granted = scopesOfChoice(choice)
  const has = (scope: Scope) => granted.includes(scope) && !scopes.includes("admin")
  return {
    view: has("translations.view"),
    translate: has("translations.edit"),
    stateChange: has("translations.state-edit")
  }
}

/** The lists as requests have them: absent ones are all languages. */
export const requestedLanguages = (choice: PermissionChoice) => {
  const lists = languageLists(choice)
  const viewLanguages = lists.view ? choice.viewLanguageIds : []
  const translateLanguages = lists.translate ? choice.translateLanguageIds : []
  const ofReviewers = choice.type === "REVIEW" ? translateLanguages : []
  const stateChangeLanguages = lists.stateChange ? choice.stateChangeLanguageIds : ofReviewers
  return {
    ...(viewLanguages.length === 0 ? {} : { viewLanguages }),
    ...(translateLanguages.length === 0 ? {} : { translateLanguages }),
    ...(stateChangeLanguages.length === 0 ? {} : { stateChangeLanguages })
  }
}

/** The choice with one more scope, and with one more language where its lists limit that scope. */
export const withScope = (choice: PermissionChoice, scope: Scope, languageId: number | null): PermissionChoice => {
  const granted = scopesOfChoice(choice)
  const extended = granted.includes(scope)
    ? choice
    : { ...choice, type: null, scopes: fewestScopes([...granted, scope]) }
  const operation = languageOperationOf(scope)
  if (operation === null || languageId === null) return extended
  const list = `${operation}LanguageIds` as const
  const ids = extended[list]
  return ids.length === 0 || ids.includes(languageId) ? extended : { ...extended, [list]: [...ids, languageId] }
}

/** A permission of a response as the domain stores it. */
export const toStoredPermission = ({ type, scopes, ...lists }: PermissionModel): Permission => {
  const { translateLanguageIds, viewLanguageIds, stateChangeLanguageIds } = lists
  return {
    type,
    scopes: type === null ? fewestScopes(scopes) : null,
    translateLanguageIds,
    viewLanguageIds,
    stateChangeLanguageIds
  }
}
