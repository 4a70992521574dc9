/** A translation to judge. */
export interface EstimatedText {
  /** Visible characters of the base text and of the translation. */
  readonly source: string
  readonly text: string
  /** Problems that checks found, with the sentence that people read. */
  readonly issues: ReadonlyArray<{ readonly severity: "WARNING" | "ERROR"; readonly sentence: string }>
  /** `chrf` of the translation that was translated back, against the base text; null: it was not. */
  readonly backSimilarity: number | null
}

/** An estimate by rules: 100 = nothing speaks against the text. */
export interface QualityEstimate {
  readonly score: number
  /** Sentences that say why the score is lower, the most important first. */
  readonly reasons: ReadonlyArray<string>
}

const issuePenalties = { ERROR: 40, WARNING: 15 } as const

/** Translations are rarely shorter, or longer, than these shares of the base text. */
const lengthRatioMin = 0.45
const lengthRatioMax = 2.2
const lengthPenalty = 25

/** Shorter base texts say nothing by their length. */
const ratedLengthMin = 12

/** A text that comes back so says the same; below the lower bound it says something else. */
const sameMeaning = 55
const otherMeaning = 15
const meaningPenalty = 50

/** Estimates by rules how far a text may be trusted: by problems, by its length and by what it is translated back. */
export const estimateQuality = ({ source, text, issues, backSimilarity }: EstimatedText): QualityEstimate => {
  const found: Array<{ readonly penalty: number; readonly reason: string }> = issues.map(({ severity, sentence }) => ({
    penalty: issuePenalties[severity],
    reason: sentence
  }))
  const sourceLength = writtenLength(source)
  const ratio = sourceLength < ratedLengthMin ? 1 : writtenLength(text) / sourceLength
  if (ratio < lengthRatioMin)
    found.push({ penalty: lengthPenalty, reason: "The text is far shorter than the base text." })
  if (ratio > lengthRatioMax)
    found.push({ penalty: lengthPenalty, reason: "The text is far longer than the base text." })
  if (backSimilarity !== null && backSimilarity < sameMeaning) {
    const share = Math.min(1, (sameMeaning - backSimilarity) / (sameMeaning - otherMeaning))
    const reason = `Translated back, it has ${Math.round(backSimilarity)} of 100 points of similarity with the base text.`
    found.push({ penalty: Math.round(share * meaningPenalty), reason })
  }
  const penalty = found.reduce((sum, one) => sum + one.penalty, 0)
  const reasons = found.sort((one, other) => other.penalty - one.penalty).map(({ reason }) => reason)
  return { score: Math.max(0, 100 - penalty), reasons }
}

/** Ideographs and syllables say more than letters: as much as 2.5 and 2 of them. */
const writtenLength = (text: string): number => {
  let length = 0
  for (const character of text) {
    if (/\s/u.test(character)) continue
    length += /\p{sc=Han}/u.test(character) ? 2.5 : /[\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(character) ? 2 : 1
  }
  return length
}
