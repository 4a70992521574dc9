import { type DomainError, domainError } from "../error/domain-error.ts"
import { type TranslationProtection, translationTextMaxUtf16Units } from "../translation/translation.ts"
import { invalid, notBlank, type Optional, type Validated, valid, validateFields } from "../validation/validation.ts"

/**
 * Project setting. ENABLED: who may view a language may suggest texts. ENFORCED: an edit of a reviewed text becomes a suggestion
 * as well, unless its author may change states.
 */
export const suggestionsModes = ["DISABLED", "ENABLED", "ENFORCED"] as const

export type SuggestionsMode = (typeof suggestionsModes)[number]

export const suggestionStates = ["ACTIVE", "ACCEPTED", "DECLINED"] as const

export type SuggestionState = (typeof suggestionStates)[number]

/**
 * The protection of reviewed texts that counts: enforced suggestions protect them also where the project does not, because an
 * import or a batch job would otherwise write what a single edit may only suggest.
 */
export const effectiveProtection = ({
  translationProtection,
  suggestionsMode
}: {
  readonly translationProtection: TranslationProtection
  readonly suggestionsMode: SuggestionsMode
}): TranslationProtection => (suggestionsMode === "ENFORCED" ? "PROTECT_REVIEWED" : translationProtection)

/** Checks the text of a new suggestion. */
export const validateSuggestion = (text: Optional<string>): Validated<string> => {
  const checked = validateFields({ translation: notBlank(text) }, text ?? "")
  return checked.ok && checked.value.length > translationTextMaxUtf16Units
    ? invalid(domainError("translation_text_too_long", [translationTextMaxUtf16Units]))
    : checked
}

/**
 * The state after a decision. Only an active suggestion is accepted or declined: an accepted one is the text, which a second
 * decision would not take back. Declining a declined one changes nothing.
 */
export const decideSuggestion = (
  before: SuggestionState,
  decision: "ACCEPTED" | "DECLINED"
): Validated<SuggestionState> =>
  before === "ACTIVE" || (before === "DECLINED" && decision === "DECLINED")
    ? valid(decision)
    : invalid(domainError("suggestion_not_active", [before]))

/** Checks whether a suggestion can be the text of its key, which may have become a plural meanwhile; null: it can. */
export const checkPluralOfSuggestion = (isPlural: boolean, isKeyPlural: boolean): DomainError | null =>
  isPlural === isKeyPlural ? null : domainError(isKeyPlural ? "suggestion_must_be_plural" : "suggestion_cant_be_plural")

/** Active suggestions are announced to reviewers at most once in this time. */
export const suggestionDigestMillis = 24 * 60 * 60 * 1000
