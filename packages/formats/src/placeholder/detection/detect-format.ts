import type { DetectedFormat } from "../../imported-file.ts"
import { formatLimits } from "../../limits.ts"
import type { Dialect } from "../dialect/dialect.ts"
import { countIcuHits } from "./icu-hits.ts"

/** A file type whose texts are written in one dialect. */
export interface FormatVariant {
  /** As the API names it: `PO_PHP`. */
  readonly format: string
  /** Null = ICU. */
  readonly dialect: Dialect | null
  /** How much a hit of the dialect counts; null = placeholders never decide for this variant. */
  readonly weight: number | null
}

/** The dialect of the texts; null = ICU. */
export const dialectOf = (variants: ReadonlyArray<FormatVariant>, format: string): Dialect | null =>
  variants.find((variant) => variant.format === format)?.dialect ?? null

/**
 * The variant whose placeholders the texts show: weight × hits ÷ texts, the highest positive score wins, the first
 * of the variants on a tie. Only the first texts are looked at, and of each only the start.
 * `bonuses` by format are added to the scores, for other properties of the file.
 * Source: docs/reference/placeholders.md#detection.
 */
export const detectFormat = (
  texts: Iterable<string>,
  variants: ReadonlyArray<FormatVariant>,
  fallback: string,
  bonuses: Readonly<Record<string, number>> = {}
): DetectedFormat => {
  const sample = takeSample(texts)
  const scores = variants.flatMap(({ format, dialect, weight }) => {
    if (weight === null) return []
    const countHits = dialect?.countHits ?? countIcuHits
    const hits = sample.length === 0 ? 0 : (weight * sumOf(sample, countHits)) / sample.length
    return [{ format, score: (bonuses[format] ?? 0) + hits }]
  })
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
