import type { DescribedEntity, EntityChange } from "@dragoman/domain/activity"
import type { TranslationOperation } from "@dragoman/domain/batch-job"
import type { ErrorCode } from "@dragoman/domain/error"
import { KeyRepository, type KeyRow, KeyTrashRepository, TagRepository, type UnfinishedBatchJob } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../change/change-project.ts"
import { describedKeys } from "../content/key/key-shapes.ts"
import { moveKeys, trashKeys } from "../content/key-editing/change-keys.ts"
import { eraseKeys, restoreKeys } from "../content/key-trash/change-key-trash.ts"
import { changeTags } from "../content/tag/tags.ts"
import { changeTranslationsOfKeys } from "../content/translation/edit-translations.ts"

/** The result of an operation on the keys of one piece. */
export interface AppliedOperation {
  readonly entities: ReadonlyArray<EntityChange>
  readonly described: ReadonlyArray<DescribedEntity>
  /** Keys that were left unchanged, and why. */
  readonly failed: { readonly keyIds: ReadonlyArray<number>; readonly code: ErrorCode } | null
}

/**
 * Applies the operation of a job to some keys, in the transaction of the piece. Skips keys that were deleted meanwhile.
 * `at`: epoch milliseconds.
 */
export const applyBatchOperation = Effect.fn("applyBatchOperation")(function* (
  project: ContentProject,
  { operation, authorId, reviewLanguageIds }: UnfinishedBatchJob,
  keyIds: ReadonlyArray<number>,
  at: number
) {
  const keys = yield* KeyRepository
  const trash = yield* KeyTrashRepository
  const { projectId } = project
  const live = keys.find(projectId, keyIds)
  const trashed = trash.findAll(projectId, keyIds)
  switch (operation.type) {
    case "SET_TRANSLATIONS_STATE":
    case "CLEAR_TRANSLATIONS":
    case "COPY_TRANSLATIONS": {
      if (!hasSource(project, operation)) return failed(keyIds, "language_not_found")
      const { rejected, ...changes } = yield* changeTranslationsOfKeys(
        project,
        yield* live,
        operation,
        reviewLanguageIds
      )
      return { ...changes, ...failed(rejected, "cannot_modify_reviewed_translation", changes) }
    }
    case "DELETE_KEYS":
      return applied(yield* trashKeys(yield* live, authorId, at))
    case "SET_KEYS_NAMESPACE": {
      const { taken, ...changes } = yield* moveKeys(projectId, yield* live, operation.namespace)
      return failed(taken, "key_exists_in_namespace", changes)
    }
    case "TAG_KEYS":
      return applied(yield* editTags(projectId, yield* live, (tags) => [...new Set([...tags, ...operation.tags])]))
    case "UNTAG_KEYS":
      return applied(
        yield* editTags(projectId, yield* live, (tags) => tags.filter((name) => !operation.tags.includes(name)))
      )
    case "RESTORE_KEYS": {
      const { taken, ...changes } = yield* restoreKeys(projectId, yield* trashed)
      return failed(taken, "key_exists", changes)
    }
    case "HARD_DELETE_KEYS":
      return applied({ entities: yield* eraseKeys(projectId, yield* trashed), described: [] })
  }
})

type Changes = Pick<AppliedOperation, "entities" | "described">

const nothing: Changes = { entities: [], described: [] }

const applied = (changes: Changes): AppliedOperation => ({ ...changes, failed: null })

const failed = (keyIds: ReadonlyArray<number>, code: ErrorCode, changes: Changes = nothing): AppliedOperation => ({
  ...changes,
  failed: keyIds.length === 0 ? null : { keyIds, code }
})

/** A language that was deleted since the start of the job has no texts to copy. */
const hasSource = ({ languages }: ContentProject, operation: TranslationOperation): boolean =>
  operation.type !== "COPY_TRANSLATIONS" || languages.some(({ id }) => id === operation.sourceLanguageId)

const editTags = Effect.fnUntraced(function* (
  projectId: number,
  rows: ReadonlyArray<KeyRow>,
  edit: (tags: ReadonlyArray<string>) => ReadonlyArray<string>
) {
  const tags = yield* TagRepository
  const tagsByKey = Map.groupBy(yield* tags.listOfKeys(rows.map(({ id }) => id)), ({ keyId }) => keyId)
  const changes = rows.flatMap((key) => {
    const before = (tagsByKey.get(key.id) ?? []).map(({ name }) => name)
    const after = edit(before)
    return after.length === before.length ? [] : [{ key, before, after }]
  })
  const entities = yield* changeTags(projectId, changes)
  if (changes.some(({ before, after }) => after.length < before.length)) yield* tags.removeUnused(projectId)
  return { entities, described: describedKeys(changes.map(({ key }) => key)) }
})
