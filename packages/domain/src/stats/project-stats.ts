import type { TranslationState } from "../translation/translation.ts"

/** How much of one language is in one state; words are those of the base texts. */
export interface StateCount {
  readonly languageId: number
  readonly state: TranslationState
  readonly keys: number
  readonly words: number
}

export interface CountedLanguage {
  readonly id: number
  readonly base: boolean
}

export interface LanguageStats {
  readonly languageId: number
  readonly translatedKeyCount: number
  readonly translatedWordCount: number
  readonly translatedPercentage: number
  readonly reviewedKeyCount: number
  readonly reviewedWordCount: number
  readonly reviewedPercentage: number
  readonly untranslatedKeyCount: number
  readonly untranslatedWordCount: number
  readonly untranslatedPercentage: number
}

export interface ProjectStats {
  readonly baseWordsCount: number
  readonly translatedPercentage: number
  readonly reviewedPercentage: number
  /** In the order of the languages. */
  readonly languages: ReadonlyArray<LanguageStats>
}

/**
 * How far a project is. Translated and reviewed exclude each other; without words all percentages are 0.
 * Source: docs/reference/content.md#statistics.
 */
export const computeStats = (
  keyCount: number,
  languages: ReadonlyArray<CountedLanguage>,
  counts: ReadonlyArray<StateCount>
): ProjectStats => {
  const countOf = (languageId: number, state: TranslationState) =>
    counts.find((count) => count.languageId === languageId && count.state === state) ?? { keys: 0, words: 0 }
  const base = languages.find((language) => language.base)
  const baseWords = base === undefined ? 0 : countOf(base.id, "TRANSLATED").words + countOf(base.id, "REVIEWED").words
  const percentage = (words: number, of = 1): number => (baseWords === 0 ? 0 : (words / (baseWords * of)) * 100)

  const stats = languages.map(({ id }): LanguageStats => {
    const translated = countOf(id, "TRANSLATED")
    const reviewed = countOf(id, "REVIEWED")
    const untranslatedWords = baseWords - translated.words - reviewed.words
    return {
      languageId: id,
      translatedKeyCount: translated.keys,
      translatedWordCount: translated.words,
      translatedPercentage: percentage(translated.words),
      reviewedKeyCount: reviewed.keys,
      reviewedWordCount: reviewed.words,
      reviewedPercentage: percentage(reviewed.words),
      untranslatedKeyCount: keyCount - translated.keys - reviewed.keys,
      untranslatedWordCount: untranslatedWords,
      untranslatedPercentage: percentage(untranslatedWords)
    }
  })
  const others = stats.filter(({ languageId }) => languageId !== base?.id)
  // With the base language alone its own numbers are the project's.
  const shown = others.length === 0 ? stats : others
  const sum = (pick: (language: LanguageStats) => number) => shown.reduce((total, one) => total + pick(one), 0)
  return {
    baseWordsCount: baseWords,
    translatedPercentage: percentage(
      sum((one) => one.translatedWordCount),
      shown.length
    ),
    reviewedPercentage: percentage(
      sum((one) => one.reviewedWordCount),
      shown.length
    ),
    languages: stats
  }
}

let knownWords: Intl.Segmenter | null = null

/** Made by the first text that needs it: it costs some milliseconds. */
const words = (): Intl.Segmenter => (knownWords ??= new Intl.Segmenter("en", { granularity: "word" }))

/**
 * How many words a text has: segments of the Unicode word break that are not only punctuation and white space.
 * Source: docs/reference/content.md#statistics.
 */
export const countWords = (text: string): number => {
  // Plain text needs no word break; most texts are plain, and this is ten times faster.
  if (/^[A-Za-z ]*$/.test(text)) return text.split(" ").filter((word) => word !== "").length
  let count = 0
  for (const { segment } of words().segment(text)) {
    if (!/^[\p{P}\p{White_Space}]+$/u.test(segment)) count++
  }
  return count
}

/** How many texts a project can have, and how many of them are in a state; each is one key in one language. */
export interface TextCounts {
  readonly keyCount: number
  readonly languageCount: number
  readonly translated: number
  readonly reviewed: number
}

/** Shares of the texts by state, as lists of projects show them: rounded to 3 decimals, the rest to 2; 0 without texts. */
export const statePercentages = ({ keyCount, languageCount, translated, reviewed }: TextCounts) => {
  const texts = keyCount * languageCount
  const share = (count: number): number => (texts === 0 ? 0 : rounded((count / texts) * 100, 3))
  const [TRANSLATED, REVIEWED] = [share(translated), share(reviewed)]
  return { UNTRANSLATED: rounded(100 - TRANSLATED - REVIEWED, 2), TRANSLATED, REVIEWED }
}

const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals
