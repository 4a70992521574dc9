import {
  checkText,
  editTranslation,
  needsStateEdit,
  outdatedTranslations,
  type TranslationChange,
  untranslated
} from "@dragoman/domain/translation"
import { type KeyRow, type SavedTranslation, TranslationRepository, type TranslationRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import { describedKey } from "../key/key-entity.ts"
import { requireStateChange } from "./require-languages.ts"
import { translationEntity } from "./translation-shapes.ts"

/** No two edits are of the same key and language. */
export interface TranslationEdit extends TranslationPlace, TranslationChange {}

/**
 * Writes texts and states of keys in the transaction of the operation: applies the rules of states, protects reviewed
 * texts, and marks translations as outdated when their base text changed. The operation has normalized the texts of plural
 * keys, and has checked that the caller may translate these languages. Returns the activity.
 * Source: docs/reference/content.md#states-of-a-translation.
 */
export const editTranslations = Effect.fn("editTranslations")(function* (
  access: ProjectAccess,
  project: ContentProject,
  keys: ReadonlyArray<KeyRow>,
  edits: ReadonlyArray<TranslationEdit>
) {
  const repository = yield* TranslationRepository
  const protection = project.translationProtection
  const base = project.languages.find((language) => language.base)
  const touchesBase = edits.some((edit) => edit.languageId === base?.id && edit.text !== undefined)
  const languageIds = touchesBase ? null : [...new Set(edits.map((edit) => edit.languageId))]
  const keyIds = keys.map(({ id }) => id)
  const before = yield* repository.list(keyIds, languageIds)
  const rowByPlace = new Map(before.map((row) => [placeOf(row), row]))

  const saved: Array<SavedTranslation> = []
  const reviewedLanguageIds = new Set<number>()
  for (const edit of edits) {
    const row = rowByPlace.get(placeOf(edit)) ?? null
    const old = row ?? untranslated
    if (edit.text !== undefined) {
      const error = checkText(old, edit.text)
      if (error !== null) return yield* Effect.fail(error)
      if (needsStateEdit(old, edit.text, protection)) reviewedLanguageIds.add(edit.languageId)
    }
    const now = editTranslation(old, edit, protection)
    // An edit creates a row, also with an empty text.
    if (now !== old || row === null) saved.push({ ...now, keyId: edit.keyId, languageId: edit.languageId })
  }
  if (reviewedLanguageIds.size > 0) yield* requireStateChange(access, project, [...reviewedLanguageIds])

  if (touchesBase) {
    const edited = new Set(edits.map(placeOf))
    saved.push(
      ...outdatedTranslations({
        baseLanguageId: base?.id,
        protection,
        dropsReview: true,
        stored: before,
        saved,
        isWritten: (translation) => edited.has(placeOf(translation))
      })
    )
  }
  return yield* saveTranslations(project, keys, rowByPlace, saved)
})

/** Key and language of a translation. */
interface TranslationPlace {
  readonly keyId: number
  readonly languageId: number
}

export const placeOf = ({ keyId, languageId }: TranslationPlace): string => `${keyId} ${languageId}`

/**
 * Saves translations of these keys in the transaction of the operation; returns the activity. `before`: the rows that exist,
 * by place.
 */
export const saveTranslations = Effect.fn("saveTranslations")(function* (
  project: ContentProject,
  keys: ReadonlyArray<KeyRow>,
  before: ReadonlyMap<string, TranslationRow>,
  saved: ReadonlyArray<SavedTranslation>
) {
  const repository = yield* TranslationRepository
  const ids = new Map((yield* repository.save(saved)).map((row) => [placeOf(row), row.id]))
  const rows = saved.map((translation): TranslationRow => ({ ...translation, id: ids.get(placeOf(translation)) ?? 0 }))
  const keyIds = new Set(rows.map(({ keyId }) => keyId))
  const languageIds = new Set(rows.map(({ languageId }) => languageId))
  return {
    entities: rows.map((row) => translationEntity(row, before.get(placeOf(row)) ?? null, row)),
    described: [
      ...keys.filter(({ id }) => keyIds.has(id)).flatMap(describedKey),
      ...project.languages.filter(({ id }) => languageIds.has(id)).map(describedLanguage)
    ]
  }
})
