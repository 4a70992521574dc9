/**
 * Services of machine translation, in the order in which their results are listed; PROMPT is a language model. Names as on the
 * wire; LIBRETRANSLATE is our own.
 */
export const translationServices = ["PROMPT", "GOOGLE", "AWS", "DEEPL", "AZURE", "BAIDU", "LIBRETRANSLATE"] as const

export type TranslationService = (typeof translationServices)[number]

/** Services that translate texts without instructions. */
export type TranslationEngineName = Exclude<TranslationService, "PROMPT">

export const formalities = ["FORMAL", "INFORMAL", "DEFAULT"] as const

export type Formality = (typeof formalities)[number]

/**
 * Marks by which an engine leaves a part of a text as it is. XML: an element that the request names as ignored; HTML: an element
 * `span` with `translate="no"` and class `notranslate`, in a text of HTML; SIGN: no mark, a word that engines rarely change;
 * NONE: no mark, because a language model gets the text as it is.
 */
export type MaskSyntax = "XML" | "HTML" | "SIGN" | "NONE"

/** Reasons for which a service has no translation. */
export const translationFailureReasons = [
  "wrong_credentials",
  "rejected_request",
  "quota_exhausted",
  "rate_limited",
  "too_long",
  "unsupported_language",
  "refused_content",
  "cut_off",
  "empty_answer",
  "no_json",
  "damaged",
  "unavailable"
] as const

export type TranslationFailureReason = (typeof translationFailureReasons)[number]

/** Failures that may pass by themselves; all others fail again. */
export const isPassing = (reason: TranslationFailureReason): boolean =>
  reason === "rate_limited" || reason === "unavailable"

/** Consumption of a request. Classic engines count characters, language models tokens; the others are 0. */
export interface TranslationUsage {
  readonly characters: number
  readonly inputTokens: number
  /** Those of `inputTokens` that the provider had in its cache. */
  readonly cachedTokens: number
  readonly outputTokens: number
}

export const noUsage: TranslationUsage = { characters: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0 }
