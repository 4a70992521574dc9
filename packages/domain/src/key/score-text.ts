/** How well a text matches a search; 0: not at all. Higher is better. */
export type TextScore = (text: string) => number

/** Below this share of common trigrams two texts only look alike by chance. */
const shareMin = 0.45

/**
 * Prepares a search that ignores case and accents: equal texts come first, then those that contain it, then those that
 * share enough of its trigrams, so that a typing error still finds its key.
 * Source: docs/reference/content.md#searching-keys.
 */
export const makeTextScore = (search: string): TextScore => {
  const wanted = foldText(search)
  const wantedTrigrams = [...trigramsOf(wanted)]
  return (text) => {
    if (text === "") return 0
    const folded = foldText(text)
    if (folded === wanted) return 3
    if (folded.includes(wanted)) return 2 + wanted.length / (folded.length + 1)
    const trigrams = trigramsOf(folded)
    const common = wantedTrigrams.filter((trigram) => trigrams.has(trigram)).length
    const share = common / wantedTrigrams.length
    return share >= shareMin ? share : 0
  }
}

/** Small letters without accents. */
const foldText = (text: string): string => {
  const small = text.toLowerCase()
  // Most texts have no accents, and normalising is slow.
  return /^\p{ASCII}*$/u.test(small) ? small : small.normalize("NFD").replace(/\p{M}/gu, "")
}

/** Runs of three characters; the ends of words count as blanks. */
const trigramsOf = (folded: string): ReadonlySet<string> => {
  const trigrams = new Set<string>()
  for (const word of folded.split(/[^\p{L}\p{N}]+/u)) {
    if (word === "") continue
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3))
  }
  return trigrams.size === 0 ? new Set([folded]) : trigrams
}
