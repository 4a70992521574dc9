import type { RevertConflictModel, RevertedValueModel, RevertModel } from "@dragoman/api"
import type { EntityClass, EntityReference } from "@dragoman/domain/activity"
import type { RevertConflict, RevertedValue, RevertField } from "@dragoman/domain/revert"
import { ActivityRepository, LanguageRepository, type LaterChangeRow, TranslationRepository } from "@dragoman/store"
import { Effect } from "effect"
import { revisionOfRow } from "../../change/activity/stored-revisions.ts"
import { ByPlace } from "../../content/translation/translation-places.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import type { PlannedRevert } from "./plan-revert.ts"
import type { Revert } from "./revert-changes.ts"

/** Values that a response lists; it counts all of them. */
const shownMax = 100

/** Converts a revert or its preview for responses, with the texts in the languages that the caller may view. */
export const showRevert = Effect.fn("showRevert")(function* (access: ProjectAccess, revert: Revert) {
  const { keys, revisionIds, newRevisionIds, newestRevisionId, notReverted } = revert
  const languages = yield* LanguageRepository.use((repository) => repository.listOfProject(access.projectId))
  const tagById = new Map(languages.map(({ id, tag }) => [id, tag]))
  const viewableIds = new Set(viewableLanguages(access, languages).map(({ id }) => id))
  const show = ({ keyId, now }: PlannedRevert, value: RevertedValue): RevertedValueModel => {
    const { field, languageId } = value
    const isShown = languageId === null ? field !== "customValues" : viewableIds.has(languageId)
    return {
      keyId,
      keyName: now.name,
      namespace: now.namespace,
      field,
      languageTag: languageId === null ? null : (tagById.get(languageId) ?? null),
      current: isShown ? value.current : null,
      reverted: isShown ? value.reverted : null
    }
  }
  const values = listFirst(keys, ({ reverted }) => reverted.values)
  const conflicts = listFirst(keys, ({ reverted }) => reverted.conflicts)
  const findLater = yield* readLater(access, revisionIds, conflicts)
  const countActions = (action: string) => keys.filter(({ reverted }) => reverted.action === action).length
  const shown: RevertModel = {
    revisionIds: newRevisionIds,
    newestRevisionId,
    revertedRevisions: revisionIds.length,
    changedKeys: countActions("CHANGE"),
    deletedKeys: countActions("TRASH"),
    restoredKeys: countActions("RESTORE"),
    changedTexts: keys.reduce((sum, { reverted }) => sum + countTexts(reverted.values), 0),
    conflictCount: keys.reduce((sum, { reverted }) => sum + reverted.conflicts.length, 0),
    changes: values.map(([key, value]) => show(key, value)),
    conflicts: conflicts.map(([key, conflict]): RevertConflictModel => {
      const later = conflict.reason === "NOT_PERMITTED" ? undefined : findLater(key, conflict)
      return {
        ...show(key, conflict),
        reason: conflict.reason,
        changedBy: later?.author ?? null,
        changedAt: later?.createdAt ?? null,
        changedIn: later?.id ?? null
      }
    }),
    notReverted
  }
  return shown
})

const countTexts = (values: ReadonlyArray<RevertedValue>): number =>
  values.filter(({ field }) => field === "text").length

const listFirst = <Value>(
  keys: ReadonlyArray<PlannedRevert>,
  valuesOf: (key: PlannedRevert) => ReadonlyArray<Value>
): ReadonlyArray<readonly [PlannedRevert, Value]> => {
  const first: Array<readonly [PlannedRevert, Value]> = []
  for (const key of keys) {
    for (const value of valuesOf(key)) {
      if (first.length === shownMax) return first
      first.push([key, value])
    }
  }
  return first
}

/** Reads who changed values since; returns the newest revision that changed one. */
const readLater = Effect.fnUntraced(function* (
  access: ProjectAccess,
  revisionIds: ReadonlyArray<number>,
  conflicts: ReadonlyArray<readonly [PlannedRevert, RevertConflict]>
) {
  const keyIds = [...new Set(conflicts.map(([{ keyId }]) => keyId))]
  const texts = yield* TranslationRepository.use((repository) => repository.list(access.projectId, keyIds, null))
  const rowByPlace = ByPlace.of(texts)
  const textsByKey = Map.groupBy(texts, ({ keyId }) => keyId)
  const entitiesOf = (keyId: number, { field, languageId }: RevertConflict): ReadonlyArray<EntityReference> => {
    const ofKey = ["Key", "KeyMeta"].map((entityClass) => ({
      entityClass: entityClass as EntityClass,
      entityId: keyId
    }))
    const ofTexts = (ids: ReadonlyArray<number>) =>
      ids.map((entityId): EntityReference => ({ entityClass: "Translation", entityId }))
    if (field === "key") return [...ofKey, ...ofTexts((textsByKey.get(keyId) ?? []).map(({ id }) => id))]
    if (languageId === null) return ofKey
    const row = rowByPlace.at(keyId, languageId)
    return row === undefined ? [] : ofTexts([row.id])
  }
  const references = new Map(
    conflicts
      .flatMap(([{ keyId }, conflict]) => entitiesOf(keyId, conflict))
      .map((entity) => [referenceOf(entity), entity] as const)
  )
  const oldest = revisionIds.reduce((lowest, id) => Math.min(lowest, id), Number.MAX_SAFE_INTEGER)
  const later = yield* ActivityRepository.use((repository) =>
    repository.listLater({ projectId: access.projectId, revisionId: oldest, entities: [...references.values()] })
  )
  const reverted = new Set(revisionIds)
  const showUsername = access.effectiveScopes.includes("members.view")
  const byEntity = Map.groupBy(
    later.filter(({ id }) => !reverted.has(id)),
    referenceOf
  )
  return ({ keyId }: PlannedRevert, conflict: RevertConflict) => {
    const changes = entitiesOf(keyId, conflict).flatMap((entity) => byEntity.get(referenceOf(entity)) ?? [])
    const newest = changes
      .filter(({ modifications }) => conflict.field === "key" || Object.hasOwn(modifications, loggedAs(conflict.field)))
      .reduce<LaterChangeRow | undefined>(
        (one, other) => (one === undefined || other.id > one.id ? other : one),
        undefined
      )
    return newest && revisionOfRow(newest, { entities: [], described: [] }, showUsername)
  }
})

const referenceOf = ({ entityClass, entityId }: EntityReference): string => `${entityClass} ${entityId}`

/** Returns the name under which the activity records a value. */
const loggedAs = (field: RevertField): string => {
  switch (field) {
    case "pluralArgumentName":
      return "pluralArgName"
    case "customValues":
      return "custom"
    case "labelIds":
      return "labels"
    default:
      return field
  }
}
