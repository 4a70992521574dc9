import { type JobOperation, replaceableTexts } from "@dragoman/domain/batch-job"
import { ruleOf } from "@dragoman/domain/memory"
import { KeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { EntityChange, RecordedChanges } from "../../change/activity/record-activity.ts"
import type { ContentProject } from "../../change/change-project.ts"
import type { TranslationPlace } from "../../content/translation/translation-places.ts"
import { changeLabelsOfKeys } from "../label/assign-labels.ts"
import { fillFromMemory } from "../memory/fill-from-memory.ts"

/** Fills texts of a job with exact matches of the memory, in the transaction of its piece; returns the activity. */
export const fillByMemory = Effect.fn("fillByMemory")(function* (
  project: ContentProject,
  operation: JobOperation,
  keyIds: ReadonlyArray<number>
) {
  const languageIds =
    operation.type === "AUTO_TRANSLATE" || operation.type === "PRE_TRANSLATE_BT_TM" ? operation.targetLanguageIds : []
  const filled = yield* fillFromMemory(project, keyIds, languageIds, (id) => replaceableTexts(operation, id, []))
  return yield* labelFilledTexts(project, operation, filled)
})

/** Changes of texts, with the places that were filled. */
interface FilledTexts extends RecordedChanges {
  readonly filled: ReadonlyArray<TranslationPlace>
}

/**
 * Gives the texts that a job of automatic translation has filled the labels of its rules, in the transaction that filled them. Returns
 * the activity of both: each translation comes once. A label that was deleted meanwhile is left out.
 */
export const labelFilledTexts = Effect.fn("labelFilledTexts")(function* (
  project: ContentProject,
  operation: JobOperation,
  { filled, ...changes }: FilledTexts
) {
  if (operation.type !== "AUTO_TRANSLATE") return changes
  const byLanguage = Map.groupBy(filled, ({ languageId }) => languageId)
  const labelled = [...byLanguage].filter(([languageId]) => ruleOf(operation, languageId).labelId !== null)
  if (labelled.length === 0) return changes
  const keyRepository = yield* KeyRepository
  const keys = yield* keyRepository.findPlaces(project.projectId, [...new Set(filled.map(({ keyId }) => keyId))])
  const labels = new Map<number, EntityChange>()
  for (const [languageId, places] of labelled) {
    const { labelId } = ruleOf(operation, languageId)
    const keyIds = new Set(places.map(({ keyId }) => keyId))
    const { entities } = yield* changeLabelsOfKeys(
      project,
      keys.filter(({ id }) => keyIds.has(id)),
      { type: "ASSIGN_TRANSLATION_LABEL", languageIds: [languageId], labelIds: labelId === null ? [] : [labelId] }
    )
    for (const entity of entities) labels.set(entity.entityId, entity)
  }
  return {
    ...changes,
    entities: changes.entities.map((entity) => {
      const label = entity.entityClass === "Translation" ? labels.get(entity.entityId) : undefined
      if (label === undefined) return entity
      return {
        ...entity,
        before: entity.before && { ...entity.before, labels: label.before?.["labels"] ?? [] },
        after: { ...entity.after, labels: label.after?.["labels"] ?? [] }
      }
    })
  }
})
