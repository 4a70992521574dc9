import type { BatchOperation } from "@dragoman/domain/batch-job"
import type { ErrorCode } from "@dragoman/domain/error"
import { makeReplace, outdatedTranslations } from "@dragoman/domain/translation"
import {
  ActivityRepository,
  MachineAnswerRepository,
  type PlacedKeyRow,
  type SavedTranslation,
  TranslationRepository,
  type TranslationRow
} from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../change/change-project.ts"
import { describedStoredKeys } from "../content/key/key-shapes.ts"
import { saveTranslations } from "../content/translation/edit-translations.ts"
import { ByPlace } from "../content/translation/translation-places.ts"
import { replaceInText } from "./replace-in-text.ts"

export type ReplaceOperation = Extract<BatchOperation, { readonly type: "FIND_AND_REPLACE" }>

/**
 * Replaces in the texts of some keys, in the transaction of the piece; returns the activity. `failures`: texts that stay, with the reason;
 * the other texts of their keys are replaced. A text that was changed after the preview stays, if something is found in it.
 */
export const replaceTexts = Effect.fn("replaceTexts")(function* (
  project: ContentProject,
  job: { readonly id: number; readonly reviewLanguageIds: ReadonlyArray<number> | null },
  keys: ReadonlyArray<PlacedKeyRow>,
  operation: ReplaceOperation
) {
  const translations = yield* TranslationRepository
  const activities = yield* ActivityRepository
  const replace = makeReplace(operation, operation.replacement)
  const base = project.languages.find((language) => language.base)
  const isWanted = new Set(operation.languageIds)
  const isLeftOut = ByPlace.of(operation.exceptTexts)
  const isPluralById = new Map(keys.map(({ id, isPlural }) => [id, isPlural]))
  const rules = { ...project, reviewLanguageIds: job.reviewLanguageIds }
  // A new base text marks the other languages as outdated.
  const rows = yield* translations.list(
    project.projectId,
    keys.map(({ id }) => id),
    base !== undefined && isWanted.has(base.id) ? null : operation.languageIds
  )
  const found = rows.flatMap((row) => {
    if (!isWanted.has(row.languageId) || isLeftOut.get(row) !== undefined) return []
    const place = { languageId: row.languageId, isPlural: isPluralById.get(row.keyId) ?? false }
    const replaced = replaceInText(rules, place, row, replace)
    return replaced === null ? [] : [{ row, ...replaced }]
  })
  const changedIds = yield* activities.listChangedTexts({
    revisionId: operation.revisionId,
    translationIds: found.map(({ row }) => row.id)
  })
  const saved: Array<SavedTranslation> = []
  const failures: Array<{ readonly row: TranslationRow; readonly code: ErrorCode }> = []
  for (const { row, after, failure } of found) {
    const code = changedIds.has(row.id) ? "text_changed" : failure
    if (code === null) saved.push({ ...after, keyId: row.keyId, languageId: row.languageId })
    else failures.push({ row, code })
  }
  const written = ByPlace.of(saved)
  saved.push(
    ...outdatedTranslations({
      baseLanguageId: base?.id,
      protection: project.translationProtection,
      dropsReview: false,
      stored: rows,
      saved,
      isWritten: (translation) => written.get(translation) !== undefined
    })
  )
  const { entities, changedKeys, described } = yield* saveTranslations(project, keys, ByPlace.of(rows), saved, null)
  yield* keepFailures(job.id, failures)
  const ofKeys = describedStoredKeys(changedKeys)
  return {
    failures: failures.map(({ row, code }) => ({ keyId: row.keyId, code })),
    entities,
    ...ofKeys,
    described: [...ofKeys.described, ...described]
  }
})

/** Stores why texts stay, for the list of failed texts of the job. */
const keepFailures = (
  jobId: number,
  failures: ReadonlyArray<{ readonly row: TranslationRow; readonly code: ErrorCode }>
) =>
  MachineAnswerRepository.use((answers) =>
    answers.keep(
      jobId,
      failures.map(({ row: { keyId, languageId }, code }) => ({
        keyId,
        languageId,
        baseDigest: null,
        text: null,
        service: null,
        promptId: null,
        errorCode: code,
        detail: null,
        qualityScore: null,
        qualityReason: null
      }))
    )
  )
