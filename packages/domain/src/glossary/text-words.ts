import type { WordStemmer } from "./word-stem.ts"

/** A word of a text, or a sign between words. */
export interface TextWord {
  readonly kind: WordKind
  /** UTF-16 offsets in the text, end exclusive. */
  readonly start: number
  readonly end: number
  /** In NFC, without characters that are not seen. */
  readonly text: string
  /** In small letters. */
  readonly lower: string
  /** Its forms have it in common. */
  readonly stem: string
  /** White space stands before it. */
  readonly isSpaced: boolean
}

/** `character`: one of a script that writes no spaces between words. `gap`: what is no prose stands there. */
export type WordKind = "word" | "character" | "sign" | "gap"

/** Stands for each UTF-16 unit of a text that is no prose, such as a placeholder. */
export const proseFiller = "\uFFFC"

export interface WordLanguage {
  readonly toLower: (text: string) => string
  readonly stemmer: WordStemmer | null
}

const unspaced = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]&&[\p{L}\p{Nl}]]`

/** Letters, digits and marks; joiners of scripts such as the Persian one and soft hyphens stand inside of words. */
const wordUnit = String.raw`[\p{L}\p{N}\p{M}\u200C\u200D\u00AD]`

const hasUnspaced = new RegExp(unspaced, "v")
const spacedWords = new RegExp(String.raw`${wordUnit}+|\S\p{M}*`, "gu")
const allWords = new RegExp(String.raw`${unspaced}[\p{M}\u200C\u200D]*|[${wordUnit}--${unspaced}]+|\S\p{M}*`, "gv")

/** Splits a text into its words. The text need not be normalized: words are, and keep their places in the text. */
export const wordsOf = (text: string, { toLower, stemmer }: WordLanguage): ReadonlyArray<TextWord> => {
  const isMixed = hasUnspaced.test(text)
  // Words of most texts are parts of the text and of its small letters, with the same offsets.
  const isPlain = !hidden.test(text) && text.normalize("NFC") === text
  const lowerText = isPlain ? toLower(text) : ""
  const isAligned = isPlain && lowerText.length === text.length && !text.includes("Σ")
  const words: Array<TextWord> = []
  let before = 0
  for (const { 0: found, index: start } of text.matchAll(isMixed ? allWords : spacedWords)) {
    const end = start + found.length
    const kind = kindOf(found, isMixed)
    const normal = isPlain ? found : found.replace(allHidden, "").normalize("NFC")
    const lower = isAligned ? lowerText.slice(start, end) : toLower(normal)
    const hasStem = kind === "word" && stemmer !== null && found.length <= stemmedUtf16UnitsMax && !digit.test(lower)
    const stem = hasStem ? stemmer.stemOf(lower) : lower
    words.push({ kind, start, end, text: normal, lower, stem, isSpaced: start > before })
    before = end
  }
  return words
}

/** Longer ones are no words of a language. */
const stemmedUtf16UnitsMax = 60

const kindOf = (found: string, isMixed: boolean): WordKind => {
  if (found.startsWith(proseFiller)) return "gap"
  if (!startsWord.test(found)) return "sign"
  return isMixed && startsUnspaced.test(found) ? "character" : "word"
}

const startsWord = new RegExp(`^${wordUnit}`, "u")
const startsUnspaced = new RegExp(`^${unspaced}`, "v")
const digit = /\p{N}/u
const hidden = /\u200C|\u200D|\u00AD/
const allHidden = /\u200C|\u200D|\u00AD/g
