/**
 * The parts between the stars: a text matches when it begins with the first part, ends with the last one and has the
 * others in between, in this order. Letters of both cases are the same. `["", "x", ""]`: contains `x`.
 */
export type TextPattern = ReadonlyArray<string>

/** Of one parameter. Source of the figures: docs/reference/limits.md#filters. */
const patternsMax = 20
const patternMaxUtf16Units = 500
const starsMax = 5

/** null: too many patterns, or one that is empty, too long or has too many stars. */
export const parsePatterns = (texts: ReadonlyArray<string>): ReadonlyArray<TextPattern> | null => {
  if (texts.length > patternsMax) return null
  const patterns = texts.map(parsePattern)
  return patterns.every((pattern) => pattern !== null) ? patterns : null
}

const parsePattern = (text: string): TextPattern | null => {
  if (text === "" || text.length > patternMaxUtf16Units) return null
  const parts = text.split("*")
  if (parts.length > starsMax + 1) return null
  return parts.length === 1 ? ["", text, ""] : parts
}
