import { type DomainError, domainError } from "../error/domain-error.ts"

export const translationStates = ["UNTRANSLATED", "TRANSLATED", "REVIEWED", "DISABLED"] as const

export type TranslationState = (typeof translationStates)[number]

/** States that a client may set. */
export const assignableStates = ["TRANSLATED", "REVIEWED"] as const

export type AssignableState = (typeof assignableStates)[number]

/** Project setting: may a reviewed text be changed without the right to change its state? */
export const translationProtections = ["NONE", "PROTECT_REVIEWED"] as const

export type TranslationProtection = (typeof translationProtections)[number]

/** Text and state of a key in one language. */
export interface Translation {
  /** Never empty: no text is null. */
  readonly text: string | null
  readonly state: TranslationState
  /** The base text changed after this one. */
  readonly outdated: boolean
  /** Translated by a machine or from memory, not yet by a person. */
  readonly auto: boolean
  readonly mtProvider: string | null
}

/** The translation of a key in a language without a row. */
export const untranslated: Translation = {
  text: null,
  state: "UNTRANSLATED",
  outdated: false,
  auto: false,
  mtProvider: null
}

/** True = writing the one over the other changes nothing. */
export const isSameTranslation = (left: Translation, right: Translation): boolean =>
  left.text === right.text &&
  left.state === right.state &&
  left.outdated === right.outdated &&
  left.auto === right.auto &&
  left.mtProvider === right.mtProvider

/** Longest text in UTF-16 units. Source: docs/reference/limits.md#translations-and-comments. */
export const translationTextMaxUtf16Units = 10_000

/**
 * The translation after its text was set; the same object when the text is equal, so that nothing is written.
 * `""` and null are the same. A disabled translation takes no text: ask `checkText` first; here it stays disabled.
 * Source: docs/reference/content.md#states-of-a-translation.
 */
export const setText = (before: Translation, text: string | null, protection: TranslationProtection): Translation => {
  const newText = text === "" ? null : text
  if (newText === before.text) return before
  return {
    text: newText,
    state: stateAfter(before, newText, protection),
    outdated: false,
    auto: false,
    mtProvider: null
  }
}

/**
 * The translation with its text in another form, as when its key becomes a plural: state and marks stay, unless nothing is
 * left of the text. The same object when the text is equal.
 */
export const convertText = (before: Translation, text: string | null): Translation => {
  if (text === before.text) return before
  return text === null || text === "" ? setText(before, null, "NONE") : { ...before, text }
}

const stateAfter = (before: Translation, text: string | null, protection: TranslationProtection): TranslationState => {
  if (before.state === "DISABLED") return "DISABLED"
  if (text === null) return "UNTRANSLATED"
  return protection === "PROTECT_REVIEWED" && before.state === "REVIEWED" ? "REVIEWED" : "TRANSLATED"
}

/** May the text be set? null: yes. Source: docs/reference/content.md#states-of-a-translation. */
export const checkText = (before: Translation, text: string | null): DomainError | null => {
  if (text === null || text === "") return null
  if (text.length > translationTextMaxUtf16Units) {
    return domainError("translation_text_too_long", [translationTextMaxUtf16Units])
  }
  return before.state === "DISABLED" ? domainError("cannot_modify_disabled_translation") : null
}

/** True = setting this text changes a reviewed one, for which PROTECT_REVIEWED asks for `translations.state-edit`. */
export const needsStateEdit = (before: Translation, text: string | null, protection: TranslationProtection): boolean =>
  protection === "PROTECT_REVIEWED" && before.state === "REVIEWED" && (text === "" ? null : text) !== before.text

/**
 * The translation after its state was set. Without a text it is untranslated whatever was asked for, which also enables
 * a disabled one again. Source: docs/reference/content.md#states-of-a-translation.
 */
export const setState = (before: Translation, state: AssignableState): Translation => ({
  text: before.text,
  state: before.text === null ? "UNTRANSLATED" : state,
  outdated: false,
  auto: false,
  mtProvider: null
})

/** Disabled: no text, and none is taken until it is enabled again. */
export const disable = (before: Translation): Translation =>
  before.state === "DISABLED" ? before : { ...untranslated, state: "DISABLED" }

/** A disabled translation as an empty one; any other as it is. */
export const enable = (before: Translation): Translation => (before.state === "DISABLED" ? untranslated : before)

/**
 * The translation of another language after the base text of its key changed. `dropsReview`: single edits take the review
 * back, imports and batches only mark. Source: docs/reference/content.md#outdated-texts.
 */
export const markOutdated = (
  before: Translation,
  protection: TranslationProtection,
  dropsReview: boolean
): Translation => {
  if (before.text === null) return before
  const state = dropsReview && before.state === "REVIEWED" && protection === "NONE" ? "TRANSLATED" : before.state
  return before.outdated && state === before.state ? before : { ...before, outdated: true, state }
}
