import { parseMessage } from "../icu/parse-message.ts"
import type { ArgumentPiece, Lookalike, TextPiece } from "./dialect.ts"

/** Absent = there is nothing to tell. */
export type ReadNotice = { readonly notice: string } | Record<string, never>

/**
 * What a person may not expect of converted texts: placeholders that stay text, braces of another dialect, positions
 * that were counted beside given ones, a plural whose number is another argument. `texts`: a text, or the forms of a
 * plural; `pluralArgumentName` null = no plural.
 */
export const noticeOfPieces = (
  texts: ReadonlyArray<ReadonlyArray<TextPiece>>,
  pluralArgumentName: string | null
): ReadNotice =>
  noticeOf([
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
export const noticeOfIcuText = (text: string): ReadNotice => {
  if (!/,\s{0,9}plural\s{0,9},/.test(text)) return {}
  const parsed = parseMessage(text)
  if (parsed.kind === "error") {
    return noticeOf([`The text is kept as it is, not as a plural: ${parsed.message} (character ${parsed.offset + 1}).`])
  }
  if (!parsed.nodes.some((node) => node.kind === "plural")) return {}
  return noticeOf([
    "The text is kept as it is, not as a plural: it has an offset, a form given twice or one that no language has."
  ])
}

/** How many of the odd parts of a text a notice names. */
const namedPartsMax = 3

const noticeOf = (sentences: ReadonlyArray<string | null>): ReadNotice => {
  const said = sentences.filter((sentence) => sentence !== null)
  return said.length === 0 ? {} : { notice: said.join(" ") }
}

const lookalikeSentence = (
  texts: ReadonlyArray<ReadonlyArray<TextPiece>>,
  lookalike: Lookalike,
  reason: string
): string | null => {
  const parts = new Set<string>()
  for (const piece of texts.flat()) {
    if (piece.kind === "literal" && piece.lookalike === lookalike) parts.add(`"${piece.text}"`)
    if (parts.size === namedPartsMax) break
  }
  return parts.size === 0 ? null : `${[...parts].join(", ")}: kept as text, ${reason}.`
}

/** What ICU takes for the start of an argument. */
const icuArgument = /\{\s{0,9}\w{1,200}\s{0,9}[,}]/

const braceSentence = (texts: ReadonlyArray<ReadonlyArray<TextPiece>>): string | null => {
  for (const piece of texts.flat()) {
    if (piece.kind !== "literal" || piece.lookalike !== null) continue
    const found = icuArgument.exec(piece.text)
    if (found !== null) return `"${found[0]}": kept as text, the file has placeholders of another kind.`
  }
  return null
}

const isMixed = (pieces: ReadonlyArray<TextPiece>): boolean =>
  hasNaming(pieces, "counted") && hasNaming(pieces, "numbered")

const hasNaming = (pieces: ReadonlyArray<TextPiece>, naming: ArgumentPiece["naming"]): boolean =>
  pieces.some((piece) => piece.kind === "argument" && piece.naming === naming)

const isOtherNumberShown = (texts: ReadonlyArray<ReadonlyArray<TextPiece>>, pluralArgumentName: string): boolean => {
  const numbers = texts.flat().filter((piece) => piece.kind === "argument" && (piece.canCount || piece.format !== null))
  return numbers.length > 0 && !numbers.some((piece) => piece.kind === "argument" && piece.name === pluralArgumentName)
}
