import type { DescribedEntity, EntityChange } from "@dragoman/domain/activity"
import {
  type AssignableState,
  checkText,
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

import { requireStateChange } from "./require-languages.ts"
import { outdatedTranslations, placeOf, saveTranslations, type TranslationPlace } from "./save-translations.ts"

/** What is wanted of one key in one language; absent: keep. Each key and language is given once. */
export interface TranslationEdit {
  readonly keyId: number
  readonly languageId: number
  readonly text?: string | null
  readonly state?: AssignableState
}

export interface EditedTranslations {
  /** Every translation of the keys in the edited languages as it is now, the untouched ones too. */
  readonly rows: ReadonlyArray<TranslationRow>
  /** For the activity of the operation. */
  readonly entities: ReadonlyArray<EntityChange>
  readonly described: ReadonlyArray<DescribedEntity>
}

/**
 * Writes texts and states of keys inside the transaction of the operation: the rules of states, protection of reviewed
 * texts, and outdated translations where a base text changed. Texts of plural keys are normalised before. That the caller
 * may translate these languages was checked before.
 * Source: reference "content-api" 3.1.
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
    // A text that was given makes a row, also when it is empty.
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
