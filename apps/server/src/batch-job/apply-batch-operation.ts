import type { TranslationOperation } from "@dragoman/domain/batch-job"
import type { ErrorCode } from "@dragoman/domain/error"
import {
  KeyRepository,
  KeyTrashRepository,
  type PlacedKeyRow,
  TagRepository,
  type UnfinishedBatchJob
} from "@dragoman/store"
import { Effect } from "effect"
import { fillByMemory } from "../assistance/auto-translation/label-filled-texts.ts"
import { changeLabelsOfKeys } from "../assistance/label/assign-labels.ts"
import { checkPlaces } from "../assistance/quality-check/check-texts.ts"
import { makeTextCheck } from "../assistance/quality-check/quality-rules.ts"
import type { RecordedChanges } from "../change/activity/record-activity.ts"
import type { ContentProject } from "../change/change-project.ts"
import { describedStoredKeys } from "../content/key/key-shapes.ts"
import { moveKeys, trashKeys } from "../content/key-editing/change-keys.ts"
import { eraseKeys, restoreKeys } from "../content/key-trash/change-key-trash.ts"
import { changeTags, tagsEntity } from "../content/tag/tags.ts"
import { changeTranslationsOfKeys } from "../content/translation/edit-translations.ts"
import { replaceTexts } from "./replace-texts.ts"

/** The result of an operation on the keys of one piece. */
export interface AppliedOperation extends RecordedChanges {
  /** Keys that were left unchanged, with the reason. */
  readonly failed: { readonly keyIds: ReadonlyArray<number>; readonly code: ErrorCode } | null
}

/**
 * Applies the operation of a job to some keys, in the transaction of the piece. Skips keys that were deleted meanwhile.
 * `at`: epoch milliseconds.
 */
export const applyBatchOperation = Effect.fn("applyBatchOperation")(function* (
  project: ContentProject,
  job: UnfinishedBatchJob,
  keyIds: ReadonlyArray<number>,
  at: number
) {
  const keys = yield* KeyRepository
  const trash = yield* KeyTrashRepository
  const { operation, authorId, reviewLanguageIds } = job
  const { projectId } = project
  const live = keys.findPlaces(projectId, keyIds)
  const trashed = trash.findAll(projectId, keyIds)
  switch (operation.type) {
    case "SET_TRANSLATIONS_STATE":
    case "CLEAR_TRANSLATIONS":
    case "COPY_TRANSLATIONS": {
      if (!hasSource(project, operation)) return failed(keyIds, "language_not_found")
      const { rejected, failing, broken, ...changes } = yield* changeTranslationsOfKeys(
        project,
        yield* live,
        operation,
        reviewLanguageIds
      )
      const code =
        rejected.length > 0
          ? "cannot_modify_reviewed_translation"
          : failing.length > 0
            ? "translation_has_quality_errors"
            : "translation_not_valid_icu"
      return failed([...rejected, ...failing, ...broken], code, changes)
    }
    case "FIND_AND_REPLACE": {
      const { failures, ...changes } = yield* replaceTexts(project, job, yield* live, operation)
      const keyIds = [...new Set(failures.map(({ keyId }) => keyId))]
      return failed(keyIds, failures[0]?.code ?? "text_changed", changes)
    }
    case "PRE_TRANSLATE_BT_TM":
    case "AUTO_TRANSLATE":
      return applied(yield* fillByMemory(project, operation, keyIds))
    case "MACHINE_TRANSLATE":
    case "AI_PLAYGROUND_TRANSLATE":
      // Its pieces are done in stages: run-machine-batch.ts.
      return applied(nothing)
    case "DELETE_KEYS":
      return applied(yield* trashKeys(project.projectId, yield* live, authorId, at))
    case "SET_KEYS_NAMESPACE": {
      const { taken, ...changes } = yield* moveKeys(project, yield* live, operation.namespace)
      return failed(taken, "key_exists_in_namespace", changes)
    }
    case "TAG_KEYS":
      return applied(yield* editTags(projectId, yield* live, (tags) => [...new Set([...tags, ...operation.tags])]))
    case "UNTAG_KEYS":
      return applied(
        yield* editTags(projectId, yield* live, (tags) => tags.filter((name) => !operation.tags.includes(name)))
      )
    case "ASSIGN_TRANSLATION_LABEL":
    case "UNASSIGN_TRANSLATION_LABEL":
      return applied(yield* changeLabelsOfKeys(project, yield* live, operation))
    case "RESTORE_KEYS": {
      const { taken, ...changes } = yield* restoreKeys(project, yield* trashed)
      return failed(taken, "key_exists", changes)
    }
    case "HARD_DELETE_KEYS":
      return applied({ entities: yield* eraseKeys(projectId, yield* trashed) })
    case "QA_CHECK": {
      const { languageIds } = operation
      const check = yield* makeTextCheck(project)
      const isWanted = ({ languageId }: { readonly languageId: number }) => languageIds?.includes(languageId) ?? true
      // The project may have switched checks off since the start of the job.
      if (check !== null)
        yield* checkPlaces(
          project,
          check,
          (yield* live).map(({ id }) => id),
          isWanted
        )
      return applied(nothing)
    }
  }
})

const nothing: RecordedChanges = { entities: [] }

const applied = (changes: RecordedChanges): AppliedOperation => ({ ...changes, failed: null })

const failed = (
  keyIds: ReadonlyArray<number>,
  code: ErrorCode,
  changes: RecordedChanges = nothing
): AppliedOperation => ({
  ...changes,
  failed: keyIds.length === 0 ? null : { keyIds, code }
})

/** Whether the source language still exists: one that was deleted since the start of the job has no texts to copy. */
const hasSource = ({ languages }: ContentProject, operation: TranslationOperation): boolean =>
  operation.type !== "COPY_TRANSLATIONS" || languages.some(({ id }) => id === operation.sourceLanguageId)

/** Decides once for all keys of one namespace with the same tags. */
const editTags = Effect.fnUntraced(function* (
  projectId: number,
  rows: ReadonlyArray<PlacedKeyRow>,
  edit: (tags: ReadonlyArray<string>) => ReadonlyArray<string>
) {
  const tags = yield* TagRepository
  const tagsByKey = Map.groupBy(yield* tags.listOfKeys(rows.map(({ id }) => id)), ({ keyId }) => keyId)
  const namesOf = ({ id }: PlacedKeyRow) => (tagsByKey.get(id) ?? []).map(({ name }) => name)
  const groups = Map.groupBy(rows, (row) =>
    tagsByKey.has(row.id) ? JSON.stringify([row.namespaceId, namesOf(row)]) : row.namespaceId
  )
  const changes = [...groups.values()].flatMap((group) => {
    const before = group[0] === undefined ? [] : namesOf(group[0])
    const after = edit(before)
    return after.length === before.length ? [] : [{ group, keyIds: group.map(({ id }) => id), before, after }]
  })
  yield* changeTags(projectId, changes)
  if (changes.some(({ before, after }) => after.length < before.length)) yield* tags.removeUnused(projectId)
  return {
    entities: [],
    alike: changes.map(({ keyIds, before, after }) => ({
      keyIds,
      change: tagsEntity(keyIds[0] ?? 0, before, after)
    })),
    ...describedStoredKeys(changes.flatMap(({ group }) => group))
  }
})
