import { escapeMessage } from "../icu/escape-message.ts"
import { parseMessage } from "../icu/parse-message.ts"
import type { Dialect } from "../placeholder/dialect/dialect.ts"
import { type ConversionOptions, type ConvertedText, convertText } from "../placeholder/reading/convert-text.ts"
import { isCompleteForm, parsePluralMessage } from "../plural/plural-message.ts"

/** `convertText` for a text that may have elements. */
export const convertContent = (text: string, dialect: Dialect | null, options: ConversionOptions): ConvertedText =>
  convertText(dialect === null && options.icuPlaceholders ? quoteAttributes(text) : text, dialect, options)

/**
 * A plural whose elements have braces in attributes that are no arguments, as Angular's `equiv-text="{{ name }}"`: those
 * are put in apostrophes, as ICU has it. Any other text is as it was.
 */
const quoteAttributes = (text: string): string => {
  if (!text.includes("plural") || !/,\s*plural\s*,/.test(text) || parsePluralMessage(text) !== null) return text
  const quoted = replaceAttributes(text, (value) => (isBroken(value) ? escapeMessage(value, true) : value))
  return parsePluralMessage(quoted) === null ? text : quoted
}

/** The way back: what an import would quote again is written as it was read. */
export const unquoteAttributes = (text: string): string =>
  replaceAttributes(text, (value) => {
    const plain = literalIn(value)
    return plain !== null && isBroken(plain) ? plain : value
  })

/** Attributes in the one spelling in which elements are stored. */
const replaceAttributes = (text: string, replace: (value: string) => string): string =>
  text.replace(/<[A-Za-z_][^<>]*>/g, (tag) => tag.replace(/="([^"]*)"/g, (_, value: string) => `="${replace(value)}"`))

const isBroken = (value: string): boolean => !isCompleteForm(value)

/** The text that a part of a form shows; null = it has arguments. */
const literalIn = (form: string): string | null => {
  const parsed = parseMessage(`{n, plural, other {${form}}}`)
  const [plural] = parsed.kind === "error" ? [] : parsed.nodes
  const nodes = plural?.kind === "plural" ? plural.options.flatMap((option) => option.nodes) : []
  return nodes.every((node) => node.kind === "literal") ? nodes.map(({ value }) => value).join("") : null
}
