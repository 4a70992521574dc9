import { gramsOf, sourceMaxUtf16Units } from "../grams.ts"

/** Compares a text with every source: the second implementation that the index is tested against. */
export const naiveSearch = (
  sources: ReadonlyArray<{ readonly id: number; readonly text: string }>,
  text: string,
  normalize: (text: string) => string
): ReadonlyArray<number> => {
  const asked = new Set(gramsOf(normalize(text)))
  if (text.length > sourceMaxUtf16Units || asked.size === 0) return []
  return sources
    .filter((source) => {
      const grams = new Set(source.text.length > sourceMaxUtf16Units ? [] : gramsOf(normalize(source.text)))
      const shared = [...asked].filter((gram) => grams.has(gram)).length
      return grams.size > 0 && 2 * shared >= asked.size + grams.size - shared
    })
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
}
