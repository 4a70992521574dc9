import { type DomainError, domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validated.ts"
import { expandScopes } from "./expand-scopes.ts"
import type { LanguageRestrictions } from "./permission.ts"
import type { PermissionType } from "./permission-type.ts"
import type { Scope } from "./scope.ts"

/** The lists of a request; absent, null and empty mean the same: no restriction is asked for. */
export interface RequestedLanguages {
  readonly translateLanguageIds?: ReadonlyArray<number> | null | undefined
  readonly viewLanguageIds?: ReadonlyArray<number> | null | undefined
  readonly stateChangeLanguageIds?: ReadonlyArray<number> | null | undefined
}

export interface LanguageFacts {
  readonly projectId: number
  /** Of every requested language that exists, whatever its project. */
  readonly projectIdsByLanguageId: ReadonlyMap<number, number>
}

/**
 * The requested lists without the languages that the project does not have. A list of which the
 * project has none is an error, because a permission meant for few languages would become one for all.
 * The view list is as requested: the other two are not merged into it, as rules ask which lists were given.
 * Source: docs/reference/permissions-and-scopes.md.
 */
export const resolveLanguages = (
  requested: RequestedLanguages,
  facts: LanguageFacts
): Validated<LanguageRestrictions> => {
  const translate = resolveList(requested.translateLanguageIds, facts)
  const view = resolveList(requested.viewLanguageIds, facts)
  const stateChange = resolveList(requested.stateChangeLanguageIds, facts)
  if (translate === undefined || view === undefined || stateChange === undefined) {
    return invalid(domainError("language_not_from_project"))
  }
  return valid({ translateLanguageIds: translate, viewLanguageIds: view, stateChangeLanguageIds: stateChange })
}

/** Rules 4 to 7 of a permission by type. Source: docs/reference/permissions-and-scopes.md#setting-a-direct-permission. */
export const checkLanguagesOfType = (type: PermissionType, languages: LanguageRestrictions): DomainError | null => {
  const { translateLanguageIds: translate, viewLanguageIds: view, stateChangeLanguageIds: stateChange } = languages
  if (view !== null) return domainError("cannot_set_view_languages_without_for_level_based_permissions")
  if (stateChange !== null && type !== "REVIEW") {
    return domainError("only_review_permission_accepts_state_change_languages")
  }
  if (translate !== null && type !== "TRANSLATE" && type !== "REVIEW") {
    return domainError("only_translate_or_review_permission_accepts_translate_languages")
  }
  if (type === "REVIEW" && !isSameSet(translate ?? [], stateChange ?? [])) {
    return domainError("cannot_set_different_translate_and_state_change_languages_for_level_based_permissions")
  }
  return null
}

/**
 * The language rules of granular scopes; there is at least one scope.
 * Source: docs/reference/permissions-and-scopes.md#setting-a-direct-permission.
 */
export const checkLanguagesOfScopes = (
  granted: ReadonlyArray<Scope>,
  languages: LanguageRestrictions
): DomainError | null => {
  const { translateLanguageIds: translate, viewLanguageIds: view, stateChangeLanguageIds: stateChange } = languages
  const expanded = expandScopes(granted)
  if (granted.includes("admin") && (translate ?? view ?? stateChange) !== null) {
    return domainError("cannot_set_language_permissions_for_admin_scope")
  }
  if (view !== null && !expanded.includes("translations.view")) {
    return domainError("cannot_set_view_languages_without_translations_view_scope")
  }
  if (translate !== null && !expanded.includes("translations.edit")) {
    return domainError("cannot_set_translate_languages_without_translations_edit_scope")
  }
  if (stateChange !== null && !expanded.includes("translations.state-edit")) {
    return domainError("cannot_set_state_change_languages_without_translations_state_edit_scope")
  }
  return null
}

/** undefined: an error. */
const resolveList = (
  requested: ReadonlyArray<number> | null | undefined,
  { projectId, projectIdsByLanguageId }: LanguageFacts
): ReadonlyArray<number> | null | undefined => {
  if (requested === null || requested === undefined || requested.length === 0) return null
  const own = requested.filter((id) => projectIdsByLanguageId.get(id) === projectId)
  return own.length === 0 ? undefined : own
}

const isSameSet = (left: ReadonlyArray<number>, right: ReadonlyArray<number>): boolean =>
  left.every((id) => right.includes(id)) && right.every((id) => left.includes(id))
