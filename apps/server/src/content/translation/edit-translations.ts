import type { DescribedEntity, EntityChange } from "@dragoman/domain/activity"
import {
  type AssignableState,
  checkText,
  markOutdated,
  needsStateEdit,
  setState,
  setText,
  type Translation,
  untranslated
} from "@dragoman/domain/translation"
import { type KeyRow, type SavedTranslation, TranslationRepository, type TranslationRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import { describedKey } from "../key/key-entity.ts"
import { requireStateChange } from "./require-languages.ts"
import { translationEntity } from "./translation-shapes.ts"

/** A new text, a new state or both, of one key in one language. No two edits are of the same key and language. */
export interface TranslationEdit {
  readonly keyId: number
  readonly languageId: number
  readonly text?: string | null
  readonly state?: AssignableState
}

export interface EditedTranslations {
  /** All translations of the keys in the edited languages after the edit, also unchanged ones. */
  readonly rows: ReadonlyArray<TranslationRow>
  /** For the activity of the operation. */
  readonly entities: ReadonlyArray<EntityChange>
  readonly described: ReadonlyArray<DescribedEntity>
}

/**
 * Writes texts and states of keys in the transaction of the operation: applies the rules of states, protects reviewed
 * texts, and marks translations as outdated when their base text changed. The operation has normalized the texts of plural
 * keys, and has checked that the caller may translate these languages. Source: docs/content.md#states.
 */
export const editTranslations = Effect.fn("editTranslations")(function* (
  access: ProjectAccess,
  project: ContentProject,
  keys: ReadonlyArray<KeyRow>,
  edits: ReadonlyArray<TranslationEdit>
) {
  const repository = yield* TranslationRepository
  const base = project.languages.find((language) => language.base)
  const touchesBase = edits.some((edit) => edit.languageId === base?.id && edit.text !== undefined)
  const languageIds = touchesBase ? null : [...new Set(edits.map((edit) => edit.languageId))]
  const keyIds = keys.map(({ id }) => id)
  const before = yield* repository.list(keyIds, languageIds)
  const rowByPlace = new Map(before.map((row) => [placeOf(row), row]))
  const editByPlace = new Map(edits.map((edit) => [placeOf(edit), edit]))

  const saved: Array<SavedTranslation> = []
  const reviewedLanguageIds = new Set<number>()
  for (const edit of edits) {
    const row = rowByPlace.get(placeOf(edit)) ?? null
    const old: Translation = row ?? untranslated
    if (edit.text !== undefined) {
      const error = checkText(old, edit.text)
      if (error !== null) return yield* Effect.fail(error)
      if (needsStateEdit(old, edit.text, project.translationProtection)) reviewedLanguageIds.add(edit.languageId)
    }
    const now = applyEdit(old, edit, project)
    // An edit creates a row, also with an empty text.
    if (now !== old || row === null) saved.push({ ...now, keyId: edit.keyId, languageId: edit.languageId })
  }
  if (reviewedLanguageIds.size > 0) yield* requireStateChange(access, project, [...reviewedLanguageIds])

  if (touchesBase) {
    const isWritten = (place: TranslationPlace) => editByPlace.has(placeOf(place))
    saved.push(...outdatedTranslations(project, before, rowByPlace, saved, { isWritten, dropsReview: true }))
  }

  const { rows, entities, described } = yield* saveTranslations(project, keys, rowByPlace, saved)
  const now = new Map([...rowByPlace, ...rows.map((row) => [placeOf(row), row] as const)])
  const edited: EditedTranslations = {
    rows: [...now.values()].filter((row) => edits.some(({ languageId }) => languageId === row.languageId)),
    entities,
    described
  }
  return edited
})

const applyEdit = (old: Translation, edit: TranslationEdit, project: ContentProject): Translation => {
  const written = edit.text === undefined ? old : setText(old, edit.text, project.translationProtection)
  return edit.state === undefined || edit.state === written.state ? written : setState(written, edit.state)
}

/** Key and language of a translation. */
export interface TranslationPlace {
  readonly keyId: number
  readonly languageId: number
}

export const placeOf = ({ keyId, languageId }: TranslationPlace): string => `${keyId} ${languageId}`

/**
 * Saves translations of these keys in the transaction of the operation; returns the rows and their activity. `before`: the
 * rows that exist, by place.
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
    rows,
    entities: rows.map((row) => translationEntity(row, before.get(placeOf(row)) ?? null, row)),
    described: [
      ...keys.filter(({ id }) => keyIds.has(id)).flatMap(describedKey),
      ...project.languages.filter(({ id }) => languageIds.has(id)).map(describedLanguage)
    ]
  }
})

/**
 * The translations that become outdated because their base text changed, except those that the operation writes itself.
 * `rows`: all translations of the keys. `dropsReview`: see `markOutdated`. Source: docs/content.md#states.
 */
export const outdatedTranslations = (
  project: ContentProject,
  rows: Iterable<TranslationRow>,
  before: ReadonlyMap<string, TranslationRow>,
  saved: ReadonlyArray<SavedTranslation>,
  options: { readonly isWritten: (place: TranslationPlace) => boolean; readonly dropsReview: boolean }
): ReadonlyArray<SavedTranslation> => {
  const baseId = project.languages.find((language) => language.base)?.id
  const changedKeyIds = new Set(
    saved
      .filter((one) => one.languageId === baseId && one.text !== (before.get(placeOf(one))?.text ?? null))
      .map(({ keyId }) => keyId)
  )
  const outdated: Array<SavedTranslation> = []
  for (const row of rows) {
    if (!changedKeyIds.has(row.keyId) || row.languageId === baseId || options.isWritten(row)) continue
    const now = markOutdated(row, project.translationProtection, options.dropsReview)
    if (now !== row) outdated.push({ ...now, keyId: row.keyId, languageId: row.languageId })
  }
  return outdated
}
