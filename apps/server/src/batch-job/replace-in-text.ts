import type { ErrorCode } from "@dragoman/domain/error"
import { includesLanguage } from "@dragoman/domain/permission"
import {
  checkText as checkLength,
  needsStateEdit,
  type ReplacementDamage,
  replacementDamages,
  setText,
  type Translation,
  type TranslationProtection
} from "@dragoman/domain/translation"
import { type CheckType, checkText } from "@dragoman/formats/check"
import { changeForms } from "@dragoman/formats/icu"
import { findBrokenIcu } from "../content/translation/broken-icu.ts"

/** Facts by which a replacement is decided; `reviewLanguageIds`: languages in which the author may change reviewed texts, null: all. */
export interface ReplacementRules {
  readonly icuPlaceholders: boolean
  readonly rejectsBrokenIcu: boolean
  readonly translationProtection: TranslationProtection
  readonly reviewLanguageIds: ReadonlyArray<number> | null
}

/** A translation in which something was found. `failure`: why the text stays, null: it is replaced. */
export interface ReplacedText {
  readonly after: Translation
  readonly failure: ErrorCode | null
}

/** Replaces in the text of a translation; null: nothing is found in it. In a plural the forms are searched, not the syntax around them. */
export const replaceInText = (
  rules: ReplacementRules,
  place: { readonly languageId: number; readonly isPlural: boolean },
  before: Translation,
  replace: (text: string) => string
): ReplacedText | null => {
  if (before.text === null) return null
  const text = place.isPlural ? changeForms(before.text, replace) : replace(before.text)
  if (text === before.text) return null
  if (text === null) return { after: before, failure: "invalid_plural_form" }
  const after = setText(before, text, rules.translationProtection)
  return { after, failure: failureOf(rules, place, before, after) }
}

const failureOf = (
  rules: ReplacementRules,
  { languageId, isPlural }: { readonly languageId: number; readonly isPlural: boolean },
  before: Translation,
  { text }: Translation
): ErrorCode | null => {
  if (
    needsStateEdit(before, text, rules.translationProtection) &&
    !includesLanguage(rules.reviewLanguageIds, languageId)
  ) {
    return "cannot_modify_reviewed_translation"
  }
  if (checkLength(before, text) !== null) return "translation_text_too_long"
  return findBrokenIcu(rules, text, isPlural) === null ? null : "translation_not_valid_icu"
}

const damageChecks: ReadonlySet<CheckType> = new Set(replacementDamages)

/** Finds what a replacement breaks: the text before it is to the text after it as a base text is to a translation. */
export const findDamage = (
  after: string,
  checked: {
    readonly before: string
    readonly languageTag: string
    readonly isPlural: boolean
    readonly isIcu: boolean
    readonly maxCharLimit: number | null
  }
): ReadonlyArray<ReplacementDamage> => {
  const { before, languageTag, ...facts } = checked
  const typesOf = (text: string) =>
    new Set<string>(
      checkText({ ...facts, text, languageTag, base: { text: before, languageTag } }, damageChecks).map(
        ({ type }) => type
      )
    )
  const [broken, breaking] = [typesOf(before), typesOf(after)]
  return replacementDamages.filter((type) => breaking.has(type) && !broken.has(type))
}
