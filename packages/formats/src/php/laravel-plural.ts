import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import {
  type PrintedText,
  type PrintOptions,
  printPluralForms,
  printPluralText
} from "../placeholder/printing/print-message.ts"
import {
  type ConversionOptions,
  type ConvertedText,
  convertPluralForms,
  convertText
} from "../placeholder/reading/convert-text.ts"
import { isEmptyPlural } from "../plural/plural-message.ts"
import { composeChoice, formsIn } from "./laravel-choice.ts"
import { type LaravelLanguage, lastCount } from "./laravel-language.ts"
import { laravelDialect } from "./laravel-placeholder.ts"

/**
 * The custom value in which an import keeps a plural of Laravel as the file spells it, where exports would write it otherwise.
 * Source: docs/formats.md#php-arrays.
 */
export const choiceName = "_laravelChoice"

/**
 * A text of Laravel as it is stored: one with `|` is a plural, when each of its parts is one that the language shows. Without
 * ICU placeholders it stays as it is. `kept` is the text of a plural that would be written otherwise.
 * Source: docs/formats.md#php-arrays.
 */
export const readLaravelText = (
  text: string,
  language: LaravelLanguage,
  options: ConversionOptions
): ConvertedText & { readonly kept?: string } => {
  const isLong = text.length > options.textMaxUtf16Units
  if (!text.includes("|") || !options.icuPlaceholders || isLong) return convertText(text, laravelDialect, options)
  const forms = formsIn(text, language)
  if (forms === null) {
    const { warning, ...single } = convertText(text, laravelDialect, options)
    return { ...single, warning: warning === undefined ? noPlural : `${warning} ${noPlural}` }
  }
  const converted = convertPluralForms(forms, laravelDialect, options)
  return composeChoice(forms, language) === text ? converted : { ...converted, kept: text }
}

const noPlural = "The text has a | and is no plural of its language: it is kept as it is."

/** True = an import takes the text for a plural. */
export const readsAsPlural = (text: string, language: LaravelLanguage): boolean =>
  text.includes("|") && formsIn(text, language) !== null

/**
 * A stored plural as Laravel writes it: the forms of the language one behind the other; with conditions, `{0}` and `[2,*]`,
 * when forms for exact numbers need them. `kept`: the text that was imported, which is written again while it says the same.
 */
export const printLaravelPlural = (
  text: string,
  language: LaravelLanguage,
  kept: string | null,
  options: PrintOptions
): PrintedText => {
  const ownOptions = { ...options, ownDialect: laravelDialect, hasExactForms: true }
  if (kept !== null && isSameWhenRead(kept, text, language)) return { text: kept, warning: null }
  const printed = printPluralForms(text, ownOptions)
  if (printed === null) return printPluralText(text, ownOptions)
  const { forms } = printed
  if (isEmptyPlural(forms)) return { text: "", warning: printed.warning }
  const choice = composeChoice(forms, language)
  if (choice === null) {
    const single = printPluralText(text, ownOptions)
    return { text: single.text, warning: joinWarnings([printed.warning, single.warning]) }
  }
  return { text: choice, warning: joinWarnings([printed.warning, unusedForms(forms, language)]) }
}

const isSameWhenRead = (kept: string, text: string, language: LaravelLanguage): boolean => {
  const forms = formsIn(kept, language)
  return forms !== null && convertPluralForms(forms, laravelDialect, conversionOptions).text === text
}

const conversionOptions: ConversionOptions = {
  icuPlaceholders: true,
  convertPlaceholders: true,
  textMaxUtf16Units: Number.MAX_SAFE_INTEGER
}

/** Forms of keywords that no whole number has: fractions in Czech. */
const unusedForms = (forms: ReadonlyMap<string, string>, { keywords }: LaravelLanguage): PrintWarning | null => {
  const used = new Set<string>(keywords)
  const unused = [...forms].filter(([selector, form]) =>
    selector.startsWith("=") ? Number(selector.slice(1)) > lastCount : form !== "" && !used.has(selector)
  )
  if (unused.length === 0) return null
  const named = unused.map(([selector]) => selector).join(", ")
  return {
    reason: "unusedForm",
    sentence: `Laravel has no place for the form ${named} in this language: an import does not give it back.`
  }
}
