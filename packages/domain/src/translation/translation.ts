import { type DomainError, domainError } from "../error/domain-error.ts"
import {
  firstMessage,
  invalid,
  lengthBetween,
  notBlank,
  notNull,
  type Optional,
  sizeBetween,
  type Validated,
  valid,
  validateFields
} from "../validation/validation.ts"

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
  /** The prompt of the project by which a language model wrote it; null: none, or the default one. */
  readonly promptId: number | null
}

/** Marks of a text by a person. */
const byPerson = { auto: false, mtProvider: null, promptId: null } as const

/** The translation of a key in a language without a row. */
export const untranslated: Translation = {
  text: null,
  state: "UNTRANSLATED",
  outdated: false,
  ...byPerson
}

/** True = writing the one over the other changes nothing. */
export const isSameTranslation = (left: Translation, right: Translation): boolean =>
  left.text === right.text &&
  left.state === right.state &&
  left.outdated === right.outdated &&
  left.auto === right.auto &&
  left.mtProvider === right.mtProvider &&
  left.promptId === right.promptId

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
    ...byPerson
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

/** Checks whether the text may be set; null: it may. Source: docs/reference/content.md#states-of-a-translation. */
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
  ...byPerson
})

/** The translation after a person approved its automatic text. */
export const dismissAutomatic = (before: Translation): Translation => ({ ...before, ...byPerson })

/** Disabled: no text, and none is taken until it is enabled again. */
export const disable = (before: Translation): Translation =>
  before.state === "DISABLED" ? before : { ...untranslated, state: "DISABLED" }

/** A disabled translation as an empty one; any other as it is. */
export const enable = (before: Translation): Translation => (before.state === "DISABLED" ? untranslated : before)

/**
 * Texts that an automatic translation may replace. MISSING: none; EMPTY: automatic ones whose base text has changed since; UNREVIEWED:
 * all but reviewed ones. Disabled translations take no text at all.
 */
export type ReplaceableTexts = "MISSING" | "EMPTY" | "UNREVIEWED" | "ALL"

/** Whether an automatic translation may replace the text. */
export const isReplaceable = ({ text, state, auto, outdated }: Translation, texts: ReplaceableTexts): boolean => {
  if (state === "DISABLED") return false
  if (text === null || texts === "ALL") return true
  if (state === "REVIEWED" || texts === "MISSING") return false
  return texts === "UNREVIEWED" || (auto && outdated)
}

/** A text of a translation memory, or of a machine. */
export interface AutomaticText {
  readonly text: string
  /** The service that translated it; null: a translation memory. */
  readonly mtProvider: string | null
  /** The prompt of the project; null: the default one, or no language model. */
  readonly promptId: number | null
}

/** Puts an automatic text into a translation whose text it may replace. Returns any other, and one with this text, as the same object. */
export const fillText = (
  before: Translation,
  { text, mtProvider, promptId }: AutomaticText,
  texts: ReplaceableTexts
): Translation =>
  !isReplaceable(before, texts) || (before.text === text && !before.outdated)
    ? before
    : { text, state: "TRANSLATED", outdated: false, auto: true, mtProvider, promptId }

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

/** A new text, a new state or both. */
export interface TranslationChange {
  readonly text?: string | null
  readonly state?: AssignableState
}

/** The translation after an edit; the same object when the edit changes nothing. */
export const editTranslation = (
  before: Translation,
  { text, state }: TranslationChange,
  protection: TranslationProtection
): Translation => {
  const written = text === undefined ? before : setText(before, text, protection)
  return state === undefined || state === written.state ? written : setState(written, state)
}

/**
 * Those of the wanted states that differ from the states after the texts of the same request are written. All maps are by
 * language id. Fails for a language without a translation and without a text in the request.
 */
export const changedStates = (
  wanted: ReadonlyMap<number, AssignableState>,
  texts: ReadonlyMap<number, string | null>,
  stored: ReadonlyMap<number, Translation>,
  protection: TranslationProtection
): Validated<ReadonlyMap<number, AssignableState>> => {
  const changed = new Map<number, AssignableState>()
  for (const [languageId, state] of wanted) {
    const before = stored.get(languageId)
    const text = texts.get(languageId)
    if (before === undefined && text === undefined) return invalid(domainError("translation_not_found"))
    const written = text === undefined ? (before ?? untranslated) : setText(before ?? untranslated, text, protection)
    if (setState(written, state).state !== written.state) changed.set(languageId, state)
  }
  return valid(changed)
}

/** A translation with its key and language. */
export interface PlacedTranslation extends Translation {
  readonly keyId: number
  readonly languageId: number
}

/**
 * The translations that become outdated when the base texts of their keys change, except those that the operation writes
 * itself. Source: docs/reference/content.md#outdated-texts.
 */
export const outdatedTranslations = (operation: {
  readonly baseLanguageId: number | undefined
  readonly protection: TranslationProtection
  /** See `markOutdated`. */
  readonly dropsReview: boolean
  /** All translations of the keys before the operation. */
  readonly stored: ReadonlyArray<PlacedTranslation>
  /** The translations that the operation saves. */
  readonly saved: ReadonlyArray<PlacedTranslation>
  /** True also for translations that the operation writes without a change. */
  readonly isWritten: (translation: PlacedTranslation) => boolean
}): ReadonlyArray<PlacedTranslation> => {
  const { baseLanguageId, protection, dropsReview, stored, saved, isWritten } = operation
  const isBase = ({ languageId }: PlacedTranslation) => languageId === baseLanguageId
  const baseTextByKey = new Map(stored.filter(isBase).map(({ keyId, text }) => [keyId, text]))
  const isChanged = ({ keyId, text }: PlacedTranslation) => text !== (baseTextByKey.get(keyId) ?? null)
  const changedKeyIds = new Set(saved.filter((one) => isBase(one) && isChanged(one)).map(({ keyId }) => keyId))
  return stored.flatMap((before) => {
    if (!changedKeyIds.has(before.keyId) || isBase(before) || isWritten(before)) return []
    const after = markOutdated(before, protection, dropsReview)
    return after === before ? [] : [{ ...after, keyId: before.keyId, languageId: before.languageId }]
  })
}

/** The texts of a body of `PUT` and `POST …/translations`. */
export interface SetTranslationsInput {
  readonly key?: Optional<string>
  readonly namespace?: Optional<string>
  readonly translations?: Optional<Readonly<Record<string, string | null>>>
  readonly expectedTexts?: Optional<Readonly<Record<string, string | null>>>
  readonly languagesToReturn?: Optional<ReadonlyArray<string>>
}

export interface SetTranslations {
  readonly keyName: string
  /** null: the default one. */
  readonly namespace: string | null
  /** By language tag. */
  readonly texts: ReadonlyMap<string, string | null>
  /** The texts that the client knows, by language tag, of languages in `texts`. */
  readonly expectedTexts: ReadonlyMap<string, string | null>
  /** null: those that are written. */
  readonly languagesToReturn: ReadonlyArray<string> | null
}

/**
 * The present texts of the languages in which the text is not the expected one, by language tag. Null and an empty text are
 * the same: no text.
 */
export const changedTexts = (
  expected: ReadonlyMap<string, string | null>,
  present: ReadonlyMap<string, string | null>
): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    [...expected.keys()]
      .map((tag) => [tag, present.get(tag) || null] as const)
      .filter(([tag, text]) => text !== (expected.get(tag) || null))
  )

/** Source: docs/reference/limits.md#keys, docs/reference/content.md#writing-translations. */
export const validateSetTranslations = (input: SetTranslationsInput): Validated<SetTranslations> =>
  validateFields(
    {
      key: firstMessage(notBlank(input.key), lengthBetween(1, 2000, input.key)),
      namespace: sizeBetween(0, 100, input.namespace),
      translations: notNull(input.translations),
      // The texts of other languages are not the caller's to compare with.
      expectedTexts: Object.keys(input.expectedTexts ?? {}).every((tag) => Object.hasOwn(input.translations ?? {}, tag))
        ? null
        : "names a language that is not in translations"
    },
    {
      keyName: input.key ?? "",
      namespace: (input.namespace ?? "").trim() === "" ? null : (input.namespace ?? null),
      texts: new Map(Object.entries(input.translations ?? {})),
      expectedTexts: new Map(Object.entries(input.expectedTexts ?? {})),
      languagesToReturn: input.languagesToReturn ?? null
    }
  )
