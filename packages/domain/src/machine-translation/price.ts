import type { TranslationUsage } from "./translation-service.ts"

/**
 * Prices in units of the operator's currency: per million characters for classic engines, per million tokens for language
 * models.
 */
export interface TranslationPrices {
  readonly characters: number
  readonly input: number
  /** Input tokens that the provider had in its cache. */
  readonly cached: number
  readonly output: number
}

export const noPrices: TranslationPrices = { characters: 0, input: 0, cached: 0, output: 0 }

/** Returns the cost in millionths of a unit of the currency, rounded up. */
export const costOf = (usage: TranslationUsage, prices: TranslationPrices): number => {
  const cached = Math.min(usage.cachedTokens, usage.inputTokens)
  // Floating-point errors must not add a millionth.
  const cost =
    usage.characters * prices.characters +
    (usage.inputTokens - cached) * prices.input +
    cached * prices.cached +
    usage.outputTokens * prices.output
  return Math.ceil(Math.round(cost * 1_000) / 1_000)
}

export const addUsage = (one: TranslationUsage, other: TranslationUsage): TranslationUsage => ({
  characters: one.characters + other.characters,
  inputTokens: one.inputTokens + other.inputTokens,
  cachedTokens: one.cachedTokens + other.cachedTokens,
  outputTokens: one.outputTokens + other.outputTokens
})

/** Characters of one token, on average: Latin script has about four, others one to two. */
const charactersPerToken = 4
const charactersPerWideToken = 1.5
const wideText = /[\p{L}--[\p{Script=Latin}]]/gv

/** Estimates the tokens of a text, rather too many: budgets are reserved by it. */
export const estimateTokens = (text: string): number => {
  const wide = text.match(wideText)?.length ?? 0
  return Math.ceil((text.length - wide) / charactersPerToken + wide / charactersPerWideToken)
}

/** Estimates what the translation of a text by a language model consumes. `prompt`: all that is sent. */
export const estimateModelUsage = (prompt: string, text: string): TranslationUsage => ({
  characters: 0,
  inputTokens: estimateTokens(prompt),
  cachedTokens: 0,
  // An answer has the text and JSON round it; other languages take up to twice the tokens.
  outputTokens: estimateTokens(text) * 2 + 50
})
