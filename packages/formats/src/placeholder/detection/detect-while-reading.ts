import type { DetectedFormat } from "../../imported-file.ts"
import { formatLimits } from "../../limits.ts"
import type { Dialect } from "../dialect/dialect.ts"
import { detectFormat, dialectOf, type FormatVariant } from "./detect-format.ts"

export interface DetectingReader<Entry> {
  readonly add: (entry: Entry) => void
  /** True = the next entry waits until the format is decided. */
  readonly keepsEntries: () => boolean
  /** Called once, last. */
  readonly finish: () => DetectedFormat
}

/** Entries without a text say nothing about the format, and must not wait for the end. */
const waitingMax = 10 * formatLimits.detectionTextsMax

/**
 * Passes the entries of a file on as they come. The first ones wait until their texts have decided about the format: all of
 * them together would take far more memory than the file. `requested`: null = detect.
 */
export const detectWhileReading = <Entry>(
  requested: string | null,
  variants: ReadonlyArray<FormatVariant>,
  fallback: string,
  textsOf: (entry: Entry) => ReadonlyArray<string>,
  take: (entry: Entry, dialect: Dialect | null) => void
): DetectingReader<Entry> => {
  const waiting: Array<Entry> = []
  const texts: Array<string> = []
  let settled: { readonly format: DetectedFormat; readonly dialect: Dialect | null } | null = null
  const settle = (format: DetectedFormat) => {
    const decided = { format, dialect: dialectOf(variants, format.format) }
    settled = decided
    for (const entry of waiting.splice(0)) take(entry, decided.dialect)
    return decided
  }
  if (requested !== null) settle({ format: requested, reason: "requested", scores: [] })
  return {
    add: (entry) => {
      if (settled !== null) {
        take(entry, settled.dialect)
        return
      }
      waiting.push(entry)
      for (const text of textsOf(entry)) texts.push(text)
      if (texts.length >= formatLimits.detectionTextsMax || waiting.length >= waitingMax)
        settle(detectFormat(texts, variants, fallback))
    },
    keepsEntries: () => settled === null,
    finish: () => (settled ?? settle(detectFormat(texts, variants, fallback))).format
  }
}
