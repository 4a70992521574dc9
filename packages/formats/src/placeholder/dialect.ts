/** A way of writing placeholders in texts; one file per dialect. ICU itself is no dialect: its texts stay as they are. */
export interface Dialect {
  /** How many placeholders the text shows to sub-format detection; stricter than reading, so that `100% sure` is none. */
  readonly countHits: (text: string) => number
  /**
   * The text in pieces, in order and without gaps. What ICU cannot say with the same meaning is literal text.
   * Linear in the length of the text.
   */
  readonly splitText: (text: string) => ReadonlyArray<TextPiece>
  /** Argument that plural forms are chosen by; null = the first counting placeholder names it. */
  readonly pluralArgumentName: string | null
}

export type TextPiece = LiteralPiece | ArgumentPiece

export interface LiteralPiece {
  readonly kind: "literal"
  readonly text: string
}

export interface ArgumentPiece {
  readonly kind: "argument"
  /** A name or the position from 0. */
  readonly name: string
  /** What follows the name in the ICU argument, such as `number, .00`; null = nothing. */
  readonly format: string | null
  /** True = may be the `#` of a plural form. */
  readonly canCount: boolean
}

/** Text that is no placeholder. */
export const literalPiece = (text: string): LiteralPiece => ({ kind: "literal", text })

/** True when ICU accepts the text as the name of an argument. */
export const isArgumentName = (name: string): boolean => /^(?:[\p{L}_][\p{L}\p{N}_]{0,199}|0|[1-9]\d{0,8})$/u.test(name)

/** Number of matches of a global pattern. */
export const countMatches = (text: string, pattern: RegExp): number => {
  let count = 0
  pattern.lastIndex = 0
  while (pattern.exec(text) !== null) count++
  return count
}
