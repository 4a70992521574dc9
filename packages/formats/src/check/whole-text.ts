import { visibleLength } from "../icu/visible-length.ts"
import { pluralKeywords, pluralRulesOf } from "../plural/plural-keyword.ts"
import type { CheckContext, CheckFinding, FormCheck } from "./check.ts"
import { unnumberedPlaceholder } from "./placeholders.ts"

/** A problem of the text as a whole; offsets are those of the stored text. */
export type WholeProblem = Pick<CheckFinding, "message"> &
  Partial<Pick<CheckFinding, "params" | "start" | "end" | "form">>

/** Looks at the whole text. */
export type WholeCheck = (context: CheckContext) => ReadonlyArray<WholeProblem>

/** The text, or each of its forms, is blank. */
export const checkEmpty: WholeCheck = ({ checked, forms, syntaxError }) =>
  syntaxError === null && (checked.text.trim() === "" || forms.every(({ text }) => text.trim() === ""))
    ? [{ message: "qa_empty_translation" }]
    : []

/** The text is no ICU message. */
export const checkSyntax: WholeCheck = ({ checked, syntaxError, isBaseBroken, forms }) =>
  // A base text that is none either is written for a program that reads something else.
  syntaxError === null || isBaseBroken || isInInlineCode(forms, syntaxError.offset)
    ? []
    : [
        {
          message: "qa_icu_syntax_error",
          params: { error: syntaxError.message, position: String(syntaxError.offset + 1) },
          start: 0,
          end: checked.text.length
        }
      ]

/** Inline codes of XLIFF quote the expression that they stand for: `<x equiv-text="{{ name }}"/>`. */
const isInInlineCode = (forms: CheckContext["forms"], offset: number): boolean =>
  forms.some(({ text, ranges }) =>
    ranges.some(
      ({ kind, start, end }) =>
        kind === "tag" && start < offset && offset < end && /^<(?:x|ph)\s/.test(text.slice(start, end))
    )
  )

/** More visible characters than the key may have. */
export const checkLength: WholeCheck = ({ checked: { text, maxCharLimit } }) => {
  if (maxCharLimit === null || maxCharLimit <= 0) return []
  const count = visibleLength(text)
  if (count <= maxCharLimit) return []
  return [{ message: "qa_key_length_limit_exceeded", params: { limit: String(maxCharLimit), count: String(count) } }]
}

/** Each form that whole numbers of the language need has a text. */
export const checkPluralCategories: WholeCheck = ({ checked, forms, syntaxError }) => {
  if (syntaxError !== null || !isPluralText(forms) || forms.every(({ text }) => text.trim() === "")) return []
  const filled = new Set(forms.filter(({ text }) => text.trim() !== "").map(({ form }) => form))
  // Where `one` stands for the number 1 alone, a form for exactly that number is as good.
  const isOneGiven = filled.has("=1") && pluralRulesOf(checked.languageTag).select(21) !== "one"
  return [...integerCategories(checked.languageTag)]
    .filter((category) => !filled.has(category) && !(category === "one" && isOneGiven))
    .map((variant) => ({ message: "qa_missing_plural_category", params: { variant }, form: variant }))
}

/** Forms that the language does not have are never shown. */
export const checkExtraCategories: WholeCheck = ({ checked, forms }) => {
  if (!isPluralText(forms)) return []
  const known: ReadonlyArray<string> = pluralRulesOf(checked.languageTag).resolvedOptions().pluralCategories
  return forms
    .filter(({ form, text }) => isCategory(form) && !known.includes(form ?? "") && text.trim() !== "")
    .map(({ form, start, text }) => ({
      message: "qa_extra_plural_category",
      params: { variant: form ?? "" },
      form,
      start,
      end: start + text.length
    }))
}

/** All forms are the same, and those of the base are not: they were copied, as likely as not. */
export const checkEqualForms: WholeCheck = ({ checked, forms, baseForms }) => {
  const filled = forms.filter(({ form, text }) => isCategory(form) && text.trim() !== "")
  if (filled.length < 2 || new Set(filled.map(({ text }) => text)).size > 1) return []
  if (integerCategories(checked.languageTag).size < 2) return []
  if (filled.every(({ text }) => countsUnchangedNoun(checked.languageTag, text))) return []
  const inBase = new Set(baseForms.filter(({ form }) => isCategory(form)).map(({ text }) => text))
  return inBase.size > 1 ? [{ message: "qa_equal_plural_forms" }] : []
}

/** German nouns with these endings are the same in both numbers: `1 Artikel`, `2 Artikel`. */
const unchangedGermanNoun = /[#}]\s+\p{Lu}[\p{L}-]*(?:el|er|chen|lein)(?!\p{L})/u

/** Whether the word behind the number has one form for all numbers. */
const countsUnchangedNoun = (languageTag: string, text: string): boolean =>
  /^de(?:-|$)/i.test(languageTag) && unchangedGermanNoun.test(text)

const isPluralText = (forms: CheckContext["forms"]): boolean => forms.some(({ form }) => form !== null)

const isCategory = (form: string | null): boolean => pluralKeywords.some((keyword) => keyword === form)

/** Forms that some whole number has; rules repeat after a hundred, and one million has a form of its own in some languages. */
const integerCategories = (languageTag: string): ReadonlySet<string> => {
  const rules = pluralRulesOf(languageTag)
  const known = categoriesByRules.get(rules.resolvedOptions().locale)
  if (known !== undefined) return known
  const found = new Set<string>()
  for (let count = 0; count <= 201; count++) found.add(rules.select(count))
  categoriesByRules.set(rules.resolvedOptions().locale, found)
  return found
}

/** Rules never change. */
const categoriesByRules = new Map<string, ReadonlySet<string>>()

/** `(s)` for an optional plural: languages with other plurals cannot say it. A key with plural forms can. */
export const checkOptionalPlural: FormCheck = ({ prose }, { checked }) =>
  checked.base !== null || checked.isPlural
    ? []
    : [...prose.matchAll(/(?<=\p{L})\((?:s|es|n|en)\)/gu)].map(({ 0: found, index: start }) => ({
        message: "qa_base_optional_plural",
        start,
        end: start + found.length
      }))

/** Several placeholders without a name or a number: their order cannot change in a translation. */
export const checkUnnamedPlaceholders: FormCheck = ({ text, ranges }, { checked }) => {
  if (checked.base !== null) return []
  const unnamed = ranges.filter(
    ({ kind, start, end }) => kind === "placeholder" && unnumberedPlaceholder.test(text.slice(start, end))
  )
  return unnamed.length < 2
    ? []
    : [{ message: "qa_base_unnamed_placeholders", params: { count: String(unnamed.length) } }]
}
