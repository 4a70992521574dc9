import { domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validated.ts"
import {
  type AssignableState,
  markOutdated,
  setState,
  setText,
  type Translation,
  type TranslationProtection,
  untranslated
} from "./translation.ts"

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
  /** As of `markOutdated`. */
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
