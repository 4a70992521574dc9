import type { FormCheck, FormProblem } from "./check.ts"

/** The base text has no white space at its ends: translators would have to guess whether it is meant. */
export const checkBaseEdges: FormCheck = ({ text }, { checked }) => {
  if (checked.base !== null) return []
  const leading = /^[ \t\u00A0\r\n]+/.exec(text)?.[0] ?? ""
  const trailing = /[ \t\u00A0\r\n]+$/.exec(text.slice(leading.length))?.[0] ?? ""
  const problems: Array<FormProblem> = []
  if (leading !== "") {
    const message = /[\r\n]/.test(leading) ? "qa_leading_newlines" : "qa_leading_spaces"
    problems.push({ message, start: 0, end: leading.length, replacement: "" })
  }
  if (trailing !== "") {
    const message = /[\r\n]/.test(trailing) ? "qa_trailing_newlines" : "qa_trailing_spaces"
    problems.push({ message, start: text.length - trailing.length, end: text.length, replacement: "" })
  }
  return problems
}

/** White space at the ends is that of the base text. */
export const checkEdges: FormCheck = ({ text, base }) => {
  if (base === null || (text.length <= 1 && base.text.length <= 1) || base.text.trim() === "") return []
  if (isPadded.test(base.text)) return []
  const problems: Array<FormProblem> = []
  const leading = /^\s*/.exec(text)?.[0] ?? ""
  const expectedLeading = /^\s*/.exec(base.text)?.[0] ?? ""
  if (leading !== expectedLeading) {
    const message = leading.length > expectedLeading.length ? "qa_spaces_leading_added" : "qa_spaces_leading_removed"
    problems.push({ message, start: 0, end: leading.length, replacement: expectedLeading })
  }
  const trailing = text.slice(text.trimEnd().length)
  const expectedTrailing = base.text.slice(base.text.trimEnd().length)
  if (trailing !== expectedTrailing) {
    const message =
      trailing.length > expectedTrailing.length ? "qa_spaces_trailing_added" : "qa_spaces_trailing_removed"
    problems.push({ message, start: text.length - trailing.length, end: text.length, replacement: expectedTrailing })
  }
  return problems
}

/**
 * A sentence or a label with white space at both ends has it from the indentation of its template, where it says nothing; a
 * conjunction such as " and " begins with a small letter.
 */
const isPadded = /^\s+[\p{Lu}<][\s\S]*\s$/u

/** Two and more spaces inside, where the base has none. */
export const checkDoubledSpaces: FormCheck = ({ prose, base }) => {
  if (!prose.includes("  ") || (base !== null && base.prose.search(doubled) !== -1)) return []
  return [...prose.matchAll(doubled)].map(({ 0: spaces, index: start }) => ({
    message: "qa_spaces_doubled",
    start,
    end: start + spaces.length,
    replacement: " "
  }))
}

const doubled = /(?<=\S) {2,}(?=\S)/gu

/** A zero-width space that the base has not; Khmer and Thai need them. */
export const checkZeroWidthSpaces: FormCheck = ({ text, base }, { language }) => {
  if (base === null || base.text.includes("\u200B") || ["km", "th", "lo", "my"].includes(language)) return []
  return [...text.matchAll(/\u200B/gu)].map(({ index: start }) => ({
    message: "qa_zero_width_space",
    start,
    end: start + 1,
    replacement: ""
  }))
}

/** Decorative Arabic letters: a text with them is not found by a search. */
export const checkKashida: FormCheck = ({ text }) =>
  [...text.matchAll(/\u0640+/gu)].map(({ 0: letters, index: start }) => ({
    message: "qa_kashida",
    start,
    end: start + letters.length,
    replacement: ""
  }))

/** Blocks of text between blank lines, and the blank lines between them, are as many as in the base text. */
export const checkNewlines: FormCheck = ({ text, base }) => {
  if (base === null || !(/[\r\n]/.test(text) || /[\r\n]/.test(base.text))) return []
  const own = blocksOf(text)
  const expected = blocksOf(base.text)
  if (own.blocks !== expected.blocks) {
    const message = own.blocks > expected.blocks ? "qa_newlines_too_many_sections" : "qa_newlines_too_few_sections"
    return [{ message, params: { expected: String(expected.blocks), actual: String(own.blocks) } }]
  }
  const difference = own.blank - expected.blank
  if (difference === 0) return []
  const message = difference > 0 ? "qa_newlines_extra" : "qa_newlines_missing"
  return [{ message, params: { count: String(Math.abs(difference)) } }]
}

const blocksOf = (text: string): { readonly blocks: number; readonly blank: number } => {
  const lines = text.trim().split(/\r\n|\r|\n/)
  const blank = lines.filter((line) => line.trim() === "").length
  const blocks = lines.filter((line, index) => line.trim() !== "" && (lines[index - 1] ?? "").trim() === "").length
  return { blocks, blank }
}

/** `\n` and `\t` that are written out are as many as in the base text. */
export const checkEscapes: FormCheck = ({ text, base }) => {
  if (base === null || !(text.includes("\\") || base.text.includes("\\"))) return []
  return ["\\n", "\\t"].flatMap((sign) => {
    const expected = base.text.split(sign).length - 1
    const actual = text.split(sign).length - 1
    if (expected === actual) return []
    return [
      { message: "qa_escapes_mismatch", params: { escape: sign, expected: String(expected), actual: String(actual) } }
    ]
  })
}
