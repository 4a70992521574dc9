import type { DetectedFormat } from "../../imported-file.ts"
import { formatLimits } from "../../limits.ts"
import { countMatches, type Dialect } from "../dialect/dialect.ts"

/** A file type whose texts are written in one dialect. */
export interface FormatVariant {
  /** The name in the API, such as `PO_PHP`. */
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

/**
 * How many ICU arguments sub-format detection sees in a text: brace groups on one line, at the start or behind a
 * space, with no word character behind them: `{name}`, `{n, number}`, `{n, plural, … other {…}}`.
 * Source: docs/reference/placeholders.md#detection.
 */
export const countIcuHits = (text: string): number => {
  if (!text.includes("{")) return 0
  return text.split(/[\r\n]/).reduce((count, line) => count + countInLine(line), 0)
}

const simpleArgument = /(?<!\S)\{\s{0,9}\w{1,200}\s{0,9}(?:,[^{}]{1,200})?\}(?!\w)/g
const choiceStart = /(?<!\S)\{\s{0,9}\w{1,200}\s{0,9},\s{0,9}(?:plural|select|selectordinal)\s{0,9},/

const countInLine = (line: string): number => {
  const start = choiceStart.exec(line)
  if (start === null) return countMatches(line, simpleArgument)
  // Everything behind the start is taken as one choice: nested arguments say nothing new about the dialect.
  const rest = line.slice(start.index)
  const form = /\bother\s{0,9}\{/.exec(rest)
  const end = rest.lastIndexOf("}")
  const isComplete = form !== null && end > form.index && !/\w/.test(rest[end + 1] ?? "")
  return countMatches(line.slice(0, start.index), simpleArgument) + (isComplete ? 1 : 0)
}
