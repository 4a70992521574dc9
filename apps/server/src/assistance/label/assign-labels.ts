import type { TranslationLabelBody } from "@dragoman/api"
import type { LabelOperation } from "@dragoman/domain/batch-job"
import { validateLabelPlace } from "@dragoman/domain/label"
import { untranslated } from "@dragoman/domain/translation"
import {
  LabelRepository,
  type LabelRow,
  notEstimated,
  type PlacedKeyRow,
  TranslationRepository,
  type TranslationRow
} from "@dragoman/store"
import { Effect } from "effect"
import type { EntityChange } from "../../change/activity/record-activity.ts"
import { type ContentProject, type ContentTarget, changeContent } from "../../change/change-project.ts"
import { getKey } from "../../content/key/key-queries.ts"
import { describedStoredKeys } from "../../content/key/key-shapes.ts"
import { requireView } from "../../content/translation/require-languages.ts"
import { labelToModel, readTranslationLabels } from "../../content/translation/translation-labels.ts"
import { ByPlace } from "../../content/translation/translation-places.ts"
import { getTranslation } from "../../content/translation/translation-queries.ts"
import { translationEntity } from "../../content/translation/translation-shapes.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getLabel } from "./labels.ts"

type LabelAccess = ProjectAccess<"translations.state-edit">

/** Adds a label to the translation of a key in a language. Creates an empty translation when there is none. */
export const assignLabelToKey = Effect.fn("assignLabelToKey")(function* (
  access: LabelAccess,
  body: TranslationLabelBody
) {
  const { keyId, languageId, labelId } = yield* orFail(validateLabelPlace(body))
  return yield* changeLabel(access, { keyIds: [keyId] }, labelId, "ASSIGN_TRANSLATION_LABEL", (project) =>
    Effect.gen(function* () {
      yield* getKey(access, keyId)
      if (!project.languages.some(({ id }) => id === languageId)) return yield* failWith("language_not_found")
      return { keyId, languageId }
    })
  )
})

/** Adds a label to a translation, or removes it; changes nothing when that is done already. */
export const setLabelOfTranslation = (
  access: LabelAccess,
  translationId: number,
  labelId: number,
  type: LabelOperation["type"]
) =>
  changeLabel(access, { translationIds: [translationId] }, labelId, type, () => getTranslation(access, translationId))

/** Changes one label of one translation in a language that the caller may view; returns the label. */
const changeLabel = <E, R>(
  access: LabelAccess,
  target: ContentTarget,
  labelId: number,
  type: LabelOperation["type"],
  find: (project: ContentProject) => Effect.Effect<{ readonly keyId: number; readonly languageId: number }, E, R>
) =>
  changeContent(
    access,
    target,
    Effect.fnUntraced(function* (project, record) {
      const { keyId, languageId } = yield* find(project)
      yield* requireView(access, project, [languageId])
      const label = yield* getLabel(project.projectId, labelId)
      const key = yield* getKey(access, keyId)
      const { entities, described, describedKeys } = yield* changeLabelsOfKeys(project, [key], {
        type,
        languageIds: [languageId],
        labelIds: [labelId]
      })
      yield* record("TRANSLATION_LABEL_ASSIGN", entities, { described: [...described, ...describedKeys] })
      return label
    })
  )

/**
 * Adds labels to the translations of keys, or removes them, in the transaction of the operation; returns the activity. Skips
 * labels and languages that were deleted meanwhile. Adding creates the translations that are missing, removing does not.
 */
export const changeLabelsOfKeys = Effect.fn("changeLabelsOfKeys")(function* (
  project: ContentProject,
  keys: ReadonlyArray<PlacedKeyRow>,
  { type, languageIds, labelIds }: LabelOperation
) {
  const { projectId } = project
  const repository = yield* LabelRepository
  const translations = yield* TranslationRepository
  const labels = yield* repository.listWithIds(projectId, labelIds)
  const languages = project.languages.filter(({ id }) => languageIds.includes(id))
  const isAssigning = type === "ASSIGN_TRANSLATION_LABEL"
  const stored = yield* translations.list(
    projectId,
    keys.map(({ id }) => id),
    languages.map(({ id }) => id)
  )
  const added = isAssigning && labels.length > 0 ? yield* addTranslations(projectId, keys, languages, stored) : []
  const labelsById = yield* readTranslationLabels(stored)
  const changes = [
    ...stored.map((row) => ({ row, isNew: false, before: labelsById.get(row.id) ?? [] })),
    ...added.map((row) => ({ row, isNew: true, before: [] as ReadonlyArray<LabelRow> }))
  ].flatMap((change) => {
    const changed = labels.filter(({ id }) => change.before.some((one) => one.id === id) !== isAssigning)
    return changed.length === 0 ? [] : [{ ...change, changed }]
  })
  const entities = yield* setLabels(
    projectId,
    changes.map(({ changed, ...change }) => ({ ...change, after: labelsAfter(change.before, changed, isAssigning) }))
  )
  const changedKeys = new Set(changes.map(({ row }) => row.keyId))
  const changedLanguages = new Set(changes.map(({ row }) => row.languageId))
  const ofKeys = describedStoredKeys(keys.filter(({ id }) => changedKeys.has(id)))
  return {
    entities,
    described: [...ofKeys.described, ...languages.filter(({ id }) => changedLanguages.has(id)).map(describedLanguage)],
    describedKeys: ofKeys.describedKeys
  }
})

/** The labels of a translation before and after, by name. */
export interface LabelChange {
  readonly row: TranslationRow
  /** Whether the operation has created the translation. */
  readonly isNew: boolean
  readonly before: ReadonlyArray<LabelRow>
  readonly after: ReadonlyArray<LabelRow>
}

/** Sets the labels of translations in the transaction of the operation; returns the activity. */
export const setLabels = Effect.fn("setLabels")(function* (projectId: number, changes: ReadonlyArray<LabelChange>) {
  const repository = yield* LabelRepository
  const pairs = (from: "before" | "after", to: "before" | "after") =>
    changes.flatMap((change) =>
      change[to]
        .filter(({ id }) => !change[from].some((label) => label.id === id))
        .map(({ id: labelId }) => ({ translationId: change.row.id, labelId }))
    )
  yield* repository.assign(projectId, pairs("before", "after"))
  yield* repository.unassign(pairs("after", "before"))
  return changes.map(({ row, isNew, before, after }) => labelledEntity(row, isNew ? null : before, after))
})

/** Adds an empty translation where a key has none in one of the languages; returns the new ones. */
const addTranslations = Effect.fnUntraced(function* (
  projectId: number,
  keys: ReadonlyArray<PlacedKeyRow>,
  languages: ContentProject["languages"],
  stored: ReadonlyArray<TranslationRow>
) {
  const repository = yield* TranslationRepository
  const rowByPlace = ByPlace.of(stored)
  const missing = keys.flatMap(({ id: keyId }) =>
    languages.flatMap(({ id: languageId }) =>
      rowByPlace.at(keyId, languageId) === undefined ? [{ ...untranslated, keyId, languageId }] : []
    )
  )
  const saved = yield* repository.save(projectId, missing)
  return saved.map((row): TranslationRow => ({ ...untranslated, ...notEstimated, ...row }))
})

const labelsAfter = (
  before: ReadonlyArray<LabelRow>,
  changed: ReadonlyArray<LabelRow>,
  isAssigning: boolean
): ReadonlyArray<LabelRow> =>
  isAssigning
    ? [...before, ...changed].toSorted((one, other) => (one.name < other.name ? -1 : 1))
    : before.filter(({ id }) => !changed.some((label) => label.id === id))

/** Describes a change of the labels of a translation for the activity; `before` null: the translation is new. */
const labelledEntity = (
  row: TranslationRow,
  before: ReadonlyArray<LabelRow> | null,
  after: ReadonlyArray<LabelRow>
): EntityChange => {
  const entity = translationEntity(row, before && row, row)
  return {
    ...entity,
    before: entity.before && { ...entity.before, labels: (before ?? []).map(labelToModel) },
    after: { ...entity.after, labels: after.map(labelToModel) }
  }
}
