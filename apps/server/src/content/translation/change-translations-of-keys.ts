import { changeTranslation, type TranslationOperation } from "@dragoman/domain/batch-job"
import { needsStateEdit, outdatedTranslations, untranslated } from "@dragoman/domain/translation"
import { type KeyRow, type SavedTranslation, TranslationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { placeOf, saveTranslations } from "./edit-translations.ts"

/**
 * Applies a batch operation to the translations of some keys, in its transaction. `refused`: keys that stay as they are,
 * because they have a reviewed text that is protected from the author. Callers check that the source language still exists.
 * `reviewLanguageIds`: languages in which the author may change protected texts; null: all. Source: docs/batch-jobs.md.
 */
export const changeTranslationsOfKeys = Effect.fn("changeTranslationsOfKeys")(function* (
  project: ContentProject,
  keys: ReadonlyArray<KeyRow>,
  operation: TranslationOperation,
  reviewLanguageIds: ReadonlyArray<number> | null
) {
  const repository = yield* TranslationRepository
  const languageIds = languagesOf(project, operation)
  const baseId = project.languages.find((language) => language.base)?.id
  const sourceId = operation.type === "COPY_TRANSLATIONS" ? operation.sourceLanguageId : null
  const needed = [...languageIds, ...(sourceId === null ? [] : [sourceId])]
  const rows = yield* repository.list(
    keys.map(({ id }) => id),
    baseId !== undefined && languageIds.has(baseId) ? null : needed
  )
  const rowByPlace = new Map(rows.map((row) => [placeOf(row), row]))
  const mayChange = (languageId: number) => reviewLanguageIds === null || reviewLanguageIds.includes(languageId)

  const refused: Array<number> = []
  const saved: Array<SavedTranslation> = []
  for (const { id: keyId } of keys) {
    const source = (sourceId !== null && rowByPlace.get(placeOf({ keyId, languageId: sourceId }))) || untranslated
    const ofKey: Array<SavedTranslation> = []
    let isRefused = false
    for (const languageId of languageIds) {
      const before = rowByPlace.get(placeOf({ keyId, languageId })) ?? untranslated
      const after = changeTranslation(operation, before, source, project.translationProtection)
      if (after === before) continue
      isRefused ||= needsStateEdit(before, after.text, project.translationProtection) && !mayChange(languageId)
      ofKey.push({ ...after, keyId, languageId })
    }
    if (isRefused) refused.push(keyId)
    else saved.push(...ofKey)
  }
  saved.push(
    ...outdatedTranslations({
      baseLanguageId: baseId,
      protection: project.translationProtection,
      dropsReview: false,
      stored: rows,
      saved,
      isWritten: ({ languageId }) => languageIds.has(languageId)
    })
  )
  const { entities, described } = yield* saveTranslations(project, keys, rowByPlace, saved)
  return { refused, entities, described }
})

/** Only languages that still exist; a language is not copied to itself. */
const languagesOf = (project: ContentProject, operation: TranslationOperation): ReadonlySet<number> => {
  const wanted = operation.type === "COPY_TRANSLATIONS" ? operation.targetLanguageIds : operation.languageIds
  const sourceId = operation.type === "COPY_TRANSLATIONS" ? operation.sourceLanguageId : null
  const ids = new Set(wanted.filter((id) => id !== sourceId))
  return new Set(project.languages.map(({ id }) => id).filter((id) => ids.has(id)))
}
