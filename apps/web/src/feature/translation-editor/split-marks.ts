import type { ReactNode } from "react"
import type { TextRange } from "./check-message.ts"

/** A part of a text that is shown in its own way. */
export interface TextMark extends TextRange {
  readonly show: (words: string) => ReactNode
}

interface MarkedPart<Mark> {
  /** Its place in the words. */
  readonly at: number
  readonly part: string
  /** null: the part has no mark. */
  readonly mark: Mark | null
}

/**
 * Splits the words of a literal at marks of the text; `source` writes the words from `start` of the text on. Quotes of ICU
 * messages make it longer than the words: a marked part is then found by its letters.
 */
export const splitMarks = <Mark extends TextRange>(
  words: string,
  start: number,
  source: string,
  marks: ReadonlyArray<Mark>
): ReadonlyArray<MarkedPart<Mark>> => {
  const parts: Array<MarkedPart<Mark>> = []
  let from = 0
  const add = (end: number, mark: Mark | null) => {
    if (end > from) parts.push({ at: from, part: words.slice(from, end), mark })
    from = Math.max(from, end)
  }
  for (const mark of marks) {
    if (mark.start < start || mark.end > start + source.length) continue
    const marked = source.slice(mark.start - start, mark.end - start)
    const at = words === source ? mark.start - start : words.indexOf(marked, from)
    if (at < from) continue
    add(at, null)
    add(at + marked.length, mark)
  }
  add(words.length, null)
  return parts
}
