import { tokensOf } from "./grams.ts"

/** The similarity of equal texts, and of no others. */
export const exactSimilarity = 1

/** The texts differ in case, white space, or in parts that are masked. */
const normalizedSimilarity = 0.99

/** Texts that differ otherwise. */
const similarityMax = 0.98

/** Matches below it are no help. */
const suggestedMin = 0.5

/** A text as it is stored, and as it is compared. */
export interface ComparedText {
  readonly text: string
  readonly normalized: string
}

/** Says whether a match is shown. `overlap`: the trigrams of both texts over those of either; both values after penalties. */
export const isSuggested = (similarity: number, overlap: number): boolean =>
  Math.max(similarity, overlap) >= suggestedMin

/** Scores two texts from 0 to 1: the mean of their similarity in words, where order and marks count, and in characters. */
export const similarityOf = (one: ComparedText, other: ComparedText): number => {
  if (one.text === other.text) return exactSimilarity
  if (one.normalized === other.normalized) return normalizedSimilarity
  const mean =
    (tokenSimilarity(one.normalized, other.normalized) + characterSimilarity(one.normalized, other.normalized)) / 2
  return Math.min(mean, similarityMax)
}

/** The part of both texts that stays when tokens are removed and inserted; a token weighs its length. */
const tokenSimilarity = (one: string, other: string): number => {
  const left = tokensOf(one)
  const right = tokensOf(other)
  const total = weightOf(left) + weightOf(right)
  if (total === 0) return 0
  let row = new Uint32Array(right.length + 1)
  for (const token of left) {
    const next = new Uint32Array(right.length + 1)
    for (let index = 0; index < right.length; index++) {
      next[index + 1] =
        token === right[index] ? (row[index] ?? 0) + token.length : Math.max(row[index + 1] ?? 0, next[index] ?? 0)
    }
    row = next
  }
  return (2 * (row.at(-1) ?? 0)) / total
}

const weightOf = (tokens: ReadonlyArray<string>): number => tokens.reduce((sum, token) => sum + token.length, 0)

/** The Levenshtein distance as a part of the longer text. */
const characterSimilarity = (one: string, other: string): number => {
  const longer = Math.max(one.length, other.length)
  return longer === 0 ? 0 : 1 - editDistance(one, other) / longer
}

const editDistance = (one: string, other: string): number => {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let [oneEnd, otherEnd] = [one.length, other.length]
  while (oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd--
    otherEnd--
  }
  const width = otherEnd - start
  const row = Uint16Array.from({ length: width + 1 }, (_, index) => index)
  for (let line = start; line < oneEnd; line++) {
    const unit = one.charCodeAt(line)
    let diagonal = row[0] ?? 0
    row[0] = line - start + 1
    for (let index = 1; index <= width; index++) {
      const above = row[index] ?? 0
      const replaced = diagonal + (unit === other.charCodeAt(start + index - 1) ? 0 : 1)
      row[index] = Math.min(replaced, above + 1, (row[index - 1] ?? 0) + 1)
      diagonal = above
    }
  }
  return row[width] ?? 0
}
