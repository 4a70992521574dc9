import type { FileFormat } from "../../file-format.ts"
import type { DetectedFormat } from "../../imported-file.ts"
import { formatLimits } from "../../limits.ts"

/** One possible sub-format of a file. */
export interface FormatCandidate {
  readonly format: FileFormat
  readonly weight: number
  readonly countHits: (text: string) => number
  /** Added to the score, for other properties of the file; absent = 0. */
  readonly bonus?: number
}

/**
 * The sub-format whose placeholders the texts show: weight × hits ÷ texts, the highest positive score wins, the first
 * of the candidates on a tie. Only the first texts are looked at, and of each only the start.
 * Source: docs/reference/placeholders.md#detection.
 */
export const detectFormat = (
  texts: Iterable<string>,
  candidates: ReadonlyArray<FormatCandidate>,
  fallback: FileFormat
): DetectedFormat => {
  const sample = takeSample(texts)
  const scores = candidates.map(({ format, weight, countHits, bonus = 0 }) => ({
    format,
    score: bonus + (sample.length === 0 ? 0 : (weight * sumOf(sample, countHits)) / sample.length)
  }))
  let best: DetectedFormat["scores"][number] | null = null
  for (const scored of scores) if (scored.score > (best?.score ?? 0)) best = scored
  return best === null
    ? { format: fallback, reason: "fallback", scores }
    : { format: best.format, reason: "score", scores }
}

const takeSample = (texts: Iterable<string>): ReadonlyArray<string> => {
  const sample: Array<string> = []
  for (const text of texts) {
    if (sample.length === formatLimits.detectionTextsMax) break
    sample.push(text.slice(0, formatLimits.detectionTextMaxUtf16Units))
  }
  return sample
}

const sumOf = (texts: ReadonlyArray<string>, countHits: (text: string) => number): number =>
  texts.reduce((sum, text) => sum + countHits(text), 0)
