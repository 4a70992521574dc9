import { includesLanguage, type LanguageOperation, permittedLanguages } from "./check-access.ts"
import { type ComputedPermission, hasScope } from "./compute-permission.ts"
import type { Scope } from "./scope.ts"

/** A language in which a user works. */
export interface WorkLanguage<Language> {
  readonly language: Language
  readonly mayTranslate: boolean
  readonly mayReview: boolean
}

/**
 * The languages of a project that a user may view, and translate or review. The base language is work only for those whose
 * permission names it: for all others its texts come from developers.
 */
export const workLanguages = <Language extends { readonly id: number; readonly base: boolean }>(
  permission: ComputedPermission,
  languages: ReadonlyArray<Language>
): ReadonlyArray<WorkLanguage<Language>> => {
  const may = (scope: Scope, operation: LanguageOperation, { id, base }: Language): boolean => {
    const permitted = permittedLanguages(permission, operation)
    return hasScope(permission, scope) && includesLanguage(permitted, id) && !(base && permitted === null)
  }
  return languages
    .filter(({ id }) => includesLanguage(permittedLanguages(permission, "view"), id))
    .map((language) => ({
      language,
      mayTranslate: may("translations.edit", "translate", language),
      mayReview: may("translations.state-edit", "stateChange", language)
    }))
    .filter(({ mayTranslate, mayReview }) => mayTranslate || mayReview)
}
