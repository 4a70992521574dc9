import { parseMessage } from "../../icu/parse-message.ts"
import type { ArgumentPart, Lookalike, TextPart } from "../dialect/dialect.ts"

/** Absent = no warning. */
export type ReadWarning = { readonly warning: string } | Record<string, never>

/**
 * Warns about surprises in converted texts: placeholders that stay text, braces of another dialect, positions
 * that were counted beside given ones, a plural whose number is another argument. `texts`: a text, or the forms of a
 * plural; `pluralArgumentName` null = no plural.
 */
export const warningOfParts = (
  texts: ReadonlyArray<ReadonlyArray<TextPart>>,
  pluralArgumentName: string | null
): ReadWarning =>
  warningOf([
    lookalikeSentence(texts, "placeholder", "an ICU message has no placeholder like it"),
    lookalikeSentence(texts, "text", "it does not look like a placeholder"),
    braceSentence(texts),
    texts.some(isMixed)
      ? "Placeholders without a number stand beside numbered ones: they are counted among all."
      : null,
    pluralArgumentName !== null && isOtherNumberShown(texts, pluralArgumentName)
      ? `The forms are chosen by "${pluralArgumentName}", but the number they show is another argument.`
      : null
  ])

/** Why a text of an ICU file is no plural although it looks like one. */
export const warningOfIcuText = (text: string): ReadWarning => {
  if (!/,\s{0,9}plural\s{0,9},/.test(text)) return {}
  const parsed = parseMessage(text)
  if (parsed.kind === "error") {
    return warningOf([
      `The text is kept as it is, not as a plural: ${parsed.message} (character ${parsed.offset + 1}).`
    ])
  }
  if (!parsed.nodes.some((node) => node.kind === "plural")) return {}
  return warningOf([
    "The text is kept as it is, not as a plural: it has an offset, a form given twice or one that no language has."
  ])
}

/** How many of the odd parts of a text a warning names. */
const namedPartsMax = 3

const warningOf = (sentences: ReadonlyArray<string | null>): ReadWarning => {
  const said = sentences.filter((sentence) => sentence !== null)
  return said.length === 0 ? {} : { warning: said.join(" ") }
}

const lookalikeSentence = (
  texts: ReadonlyArray<ReadonlyArray<TextPart>>,
  lookalike: Lookalike,
  reason: string
): string | null => {
  const parts = new Set<string>()
  for (const part of texts.flat()) {
    if (part.kind === "literal" && part.lookalike === lookalike) parts.add(`"${part.text}"`)
    if (parts.size === namedPartsMax) break
  }
  return parts.size === 0 ? null : `${[...parts].join(", ")}: kept as text, ${reason}.`
}

/** The start of an argument in ICU. */
const icuArgument = /\{\s{0,9}\w{1,200}\s{0,9}[,}]/

const braceSentence = (texts: ReadonlyArray<ReadonlyArray<TextPart>>): string | null => {
  for (const part of texts.flat()) {
    if (part.kind !== "literal" || part.lookalike !== null) continue
    const found = icuArgument.exec(part.text)
    if (found !== null) return `"${found[0]}": kept as text, the file has placeholders of another kind.`
  }
  return null
}

const isMixed = (parts: ReadonlyArray<TextPart>): boolean => hasNaming(parts, "counted") && hasNaming(parts, "numbered")

const hasNaming = (parts: ReadonlyArray<TextPart>, naming: ArgumentPart["naming"]): boolean =>
  parts.some((part) => part.kind === "argument" && part.naming === naming)

const isOtherNumberShown = (texts: ReadonlyArray<ReadonlyArray<TextPart>>, pluralArgumentName: string): boolean => {
  const numbers = texts.flat().filter((part) => part.kind === "argument" && (part.canCount || part.format !== null))
  return numbers.length > 0 && !numbers.some((part) => part.kind === "argument" && part.name === pluralArgumentName)
}
