/** Longer texts are found by equality only: their posting lists would cost more than they find. */
export const sourceMaxUtf16Units = 2_000

/** A run of letters, marks and digits; or a character of the private use area, which stands for a masked part of the text. */
const wordPattern = /\p{Co}|[\p{L}\p{M}\p{N}]+/gu

/** Scripts that put no spaces between words. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}`
const unspacedRuns = new RegExp(`([${unspaced}ー]+)`, "u")
const isUnspaced = new RegExp(`[${unspaced}]`, "u")
const masked = /^\p{Co}$/u

/**
 * The distinct trigrams of a normalized text. A word is padded by two spaces before and one behind, so that its beginning weighs
 * more; scripts without spaces give bigrams. A text without any word is its only gram.
 */
export const gramsOf = (normalized: string): ReadonlyArray<string> => {
  const grams = new Set<string>()
  for (const [word] of normalized.matchAll(wordPattern)) {
    if (masked.test(word)) grams.add(word)
    else if (isUnspaced.test(word)) for (const run of word.split(unspacedRuns)) addRun(grams, run)
    else addWindows(grams, `  ${word} `, 3)
  }
  if (grams.size === 0 && normalized !== "") grams.add(normalized)
  return [...grams]
}

const addRun = (grams: Set<string>, run: string): void => {
  if (run === "") return
  if (isUnspaced.test(run)) addWindows(grams, ` ${run} `, 2)
  else addWindows(grams, `  ${run} `, 3)
}

const addWindows = (grams: Set<string>, padded: string, width: number): void => {
  const characters = [...padded]
  for (let start = 0; start + width <= characters.length; start++) {
    grams.add(characters.slice(start, start + width).join(""))
  }
}

/** Splits a normalized text into words, masked parts and marks; a character of a script without spaces is a word. */
export const tokensOf = (normalized: string): ReadonlyArray<string> => normalized.match(tokenPattern) ?? []

const tokenPattern = new RegExp(
  String.raw`[${unspaced}]\p{M}*|\p{Co}|(?:(?![${unspaced}])[\p{L}\p{M}\p{N}])+|[^\s]`,
  "gu"
)
