import type { EntityChange } from "@dragoman/domain/activity"
import { type KeyVersion, type MergeableTranslation, mergeTranslation, noText } from "@dragoman/domain/branch"
import { isSameTranslation, type Translation, untranslated } from "@dragoman/domain/translation"
import {
  BranchCopyRepository,
  ImportFollowRepository,
  type KeyContent,
  KeyRepository,
  type KeyRow,
  LabelRepository,
  notEstimated,
  type SavedTranslation,
  type ScreenshotLink,
  ScreenshotRepository,
  TranslationRepository,
  type TranslationRow
} from "@dragoman/store"
import { Effect } from "effect"
import { type LabelChange, setLabels } from "../../assistance/label/assign-labels.ts"
import type { ContentProject } from "../../change/change-project.ts"
import { followContent } from "../../change/content-follower.ts"
import { describedStoredKeys, keyEntity, keyMetaEntity } from "../../content/key/key-shapes.ts"
import { ensureNamespaces } from "../../content/namespace/namespaces.ts"
import { changeTags } from "../../content/tag/tags.ts"
import { saveTranslations } from "../../content/translation/edit-translations.ts"
import { ByPlace, type TranslationPlace } from "../../content/translation/translation-places.ts"
import { textConversion } from "./merged-key.ts"
import type { PlannedKey } from "./plan-merge.ts"

/** Number of keys in one batch of statements, so that none of them takes long. */
export const batchKeysMax = 1_000

/** A planned key with its row in the target; `before` null: the merge adds it. */
interface WrittenKey {
  readonly planned: PlannedKey
  readonly before: KeyRow | null
  readonly row: KeyRow
}

/**
 * Writes keys of a merge with everything that belongs to them, in the transaction of the merge; the number of statements does not
 * depend on the number of keys. Returns the activity, apart from that of screenshots, of which several keys may have one.
 */
export const writeMergedKeys = Effect.fn("writeMergedKeys")(function* (
  project: ContentProject,
  planned: ReadonlyArray<PlannedKey>,
  at: number
) {
  const { projectId } = project
  const { written, namespaceEntities } = yield* writeKeys(project, planned, at)
  yield* changeTags(
    projectId,
    written.map(({ planned: { target, merged }, row }) => ({
      keyIds: [row.id],
      before: target?.tags ?? [],
      after: merged.tags
    }))
  )
  const texts = yield* writeTexts(project, written)
  yield* copyNotes(projectId, written)
  const screenshots = yield* writeScreenshots(projectId, written)
  const ofKeys = describedStoredKeys(written.map(({ row }) => row))
  return {
    written: written.map(({ planned: { sourceKeyId }, row }) => ({ sourceKeyId, targetKeyId: row.id })),
    /** The rows of keys that left their namespaces. */
    moved: written.flatMap(({ before, row }) =>
      before !== null && before.namespaceId !== row.namespaceId ? [before] : []
    ),
    screenshots,
    changes: {
      entities: [
        ...namespaceEntities,
        ...written.flatMap(({ planned: { target, merged }, before, row }) => [
          keyEntity(before, row),
          keyMetaEntity(row.id, before && { ...before, tags: target?.tags ?? [] }, { ...row, tags: merged.tags })
        ]),
        ...texts.entities
      ],
      described: [...ofKeys.described, ...texts.described],
      describedKeys: ofKeys.describedKeys
    }
  }
})

const writeKeys = Effect.fnUntraced(function* (
  project: ContentProject,
  planned: ReadonlyArray<PlannedKey>,
  at: number
) {
  const keys = yield* KeyRepository
  const imports = yield* ImportFollowRepository
  const namespaces = yield* ensureNamespaces(
    project.projectId,
    planned.map(({ merged }) => merged.namespace)
  )
  const existing = yield* keys.find(
    project.projectId,
    planned.flatMap(({ targetKeyId }) => targetKeyId ?? [])
  )
  const rowById = new Map(existing.map((row) => [row.id, row]))
  const contentOf = ({ merged }: PlannedKey): KeyContent => ({
    name: merged.name,
    namespaceId: namespaces.idOf(merged.namespace),
    description: merged.description,
    customValues: merged.customValues,
    isPlural: merged.isPlural,
    pluralArgumentName: merged.pluralArgumentName,
    maxCharLimit: merged.maxCharLimit
  })
  const added = planned.filter(({ targetKeyId }) => targetKeyId === null)
  const addedIds = yield* keys.insert(project, added.map(contentOf), at)
  const addedIdOf = new Map(added.map((one, index) => [one, addedIds[index] ?? 0]))
  const written = planned.map((one): WrittenKey => {
    const found = rowById.get(one.targetKeyId ?? 0)
    // Its name in the row may have been taken for another key of the merge.
    const before = found === undefined || one.target === null ? null : { ...found, name: one.target.name }
    const { branchId } = project
    const id = before?.id ?? addedIdOf.get(one) ?? 0
    const row = {
      ...contentOf(one),
      id,
      branchId,
      namespace: one.merged.namespace,
      createdAt: before?.createdAt ?? at
    }
    return { planned: one, before, row }
  })
  const updated = written.flatMap(({ before, row }) => (before === null ? [] : [{ before, row }]))
  yield* keys.update(
    project.projectId,
    updated.map(({ row }) => row)
  )
  const renamed = updated.filter(({ before, row }) => before.name !== row.name || before.namespace !== row.namespace)
  yield* imports.moveKeys(
    project,
    renamed.map(({ before, row }) => ({ from: before, to: row }))
  )
  const ruled = updated.filter(
    ({ before, row }) => before.isPlural !== row.isPlural || before.maxCharLimit !== row.maxCharLimit
  )
  yield* followContent(project, { keyIds: ruled.map(({ row }) => row.id) })
  return { written, namespaceEntities: namespaces.entities }
})

/** Copies comments, the data of file formats, and where the code uses the keys, to added keys; merges do not compare these. */
const copyNotes = Effect.fnUntraced(function* (projectId: number, written: ReadonlyArray<WrittenKey>) {
  const keys = yield* KeyRepository
  const copying = yield* BranchCopyRepository
  const idBySource = new Map(
    written.flatMap(({ planned: { sourceKeyId }, before, row }) =>
      sourceKeyId === null || before !== null ? [] : [[sourceKeyId, row.id] as const]
    )
  )
  yield* copying.copyNotes(
    projectId,
    [...idBySource].map(([originKeyId, id]) => ({ id, originKeyId }))
  )
  const references = yield* keys.listCodeReferences(projectId, [...idBySource.keys()])
  yield* keys.setCodeReferences(
    projectId,
    references.map(({ id, codeReferences }) => ({ id: idBySource.get(id) ?? 0, codeReferences }))
  )
})

/** A text whose labels change. */
interface RelabelledText extends TranslationPlace {
  readonly before: KeyVersion | null
  readonly after: KeyVersion
}

/** Writes texts with their states, marks and labels. */
const writeTexts = Effect.fnUntraced(function* (project: ContentProject, written: ReadonlyArray<WrittenKey>) {
  const translations = yield* TranslationRepository
  const keyIds = written.flatMap(({ planned: { sourceKeyId }, row }) =>
    sourceKeyId === null ? [row.id] : [sourceKeyId, row.id]
  )
  const rowByPlace = ByPlace.of(yield* translations.list(project.projectId, keyIds, null))
  const saved: Array<SavedTranslation> = []
  const relabelled: Array<RelabelledText> = []
  for (const { planned, row } of written) {
    const after = planned.translations ?? mergeTexts(project, planned, row, rowByPlace)
    for (const { languageId, translation } of after) {
      const before = rowByPlace.at(row.id, languageId)
      const hasLabels = labelsOf(planned.merged, languageId).length > 0
      if (!isSameTranslation(before ?? untranslated, translation) || (before === undefined && hasLabels)) {
        saved.push({ ...translation, keyId: row.id, languageId })
      }
      if (String(labelsOf(planned.target, languageId)) !== String(labelsOf(planned.merged, languageId))) {
        relabelled.push({ keyId: row.id, languageId, before: planned.target, after: planned.merged })
      }
    }
  }
  const rows = written.map(({ row }) => row)
  const texts = yield* saveTranslations(project, rows, rowByPlace, saved, null)
  const labels = yield* LabelRepository.use((repository) =>
    repository.listWithIds(project.projectId, [
      ...new Set(
        relabelled.flatMap(({ languageId, before, after }) => [
          ...labelsOf(before, languageId),
          ...labelsOf(after, languageId)
        ])
      )
    ])
  )
  const savedByPlace = ByPlace.of(saved)
  const labelChanges = relabelled.map(({ keyId, languageId, before, after }): LabelChange => {
    const rowBefore = rowByPlace.at(keyId, languageId)
    const content: Translation = savedByPlace.at(keyId, languageId) ?? rowBefore ?? untranslated
    const labelsIn = (version: KeyVersion | null) => {
      const ids = labelsOf(version, languageId)
      return labels.filter(({ id }) => ids.includes(id))
    }
    return {
      row: {
        ...content,
        ...notEstimated,
        id: texts.ids.at(keyId, languageId)?.id ?? rowBefore?.id ?? 0,
        keyId,
        languageId
      },
      isNew: rowBefore === undefined,
      before: labelsIn(before),
      after: labelsIn(after)
    }
  })
  const labelEntities = yield* setLabels(project.projectId, labelChanges)
  return { entities: combine([...texts.entities, ...labelEntities]), described: texts.described }
})

/** Merges the texts of a key, with the marks that they have on the branch where they come from. */
const mergeTexts = (
  { languages }: ContentProject,
  { sourceKeyId, targetKeyId, source, target, merged }: PlannedKey,
  row: KeyRow,
  rows: ByPlace<TranslationRow>
) => {
  const base = languages.find((language) => language.base)
  const convert = textConversion({ source, target }, row)
  const textsOf = (keyId: number | null) => {
    const at = (languageId: number): Translation => {
      const found = keyId === null ? undefined : rows.at(keyId, languageId)
      return found === undefined ? untranslated : { ...found, text: convert(found.text) }
    }
    const baseText = base === undefined ? null : at(base.id).text
    return (languageId: number): MergeableTranslation => ({ translation: at(languageId), baseText })
  }
  const [ofSource, ofTarget] = [textsOf(sourceKeyId), textsOf(targetKeyId)]
  const baseText = base === undefined ? null : (merged.texts[base.id]?.text ?? null)
  return languages.map(({ id: languageId }) => ({
    languageId,
    translation: mergeTranslation(
      merged.texts[languageId] ?? noText,
      ofSource(languageId),
      ofTarget(languageId),
      languageId === base?.id ? undefined : baseText
    )
  }))
}

const labelsOf = (version: KeyVersion | null, languageId: number): ReadonlyArray<number> =>
  version?.texts[languageId]?.labelIds ?? []

/** Makes one change of several changes of an entity, the first one first. */
export const combine = (changes: ReadonlyArray<EntityChange>): ReadonlyArray<EntityChange> => {
  const byEntity = new Map<string, EntityChange>()
  for (const change of changes) {
    const entity = `${change.entityClass} ${change.entityId}`
    const first = byEntity.get(entity)
    if (first === undefined) byEntity.set(entity, change)
    else {
      const before = first.before && { ...change.before, ...first.before }
      byEntity.set(entity, { ...first, before, after: { ...first.after, ...change.after } })
    }
  }
  return [...byEntity.values()]
}

/** Links the screenshots that keys get from the source, with the positions that they have there, and removes the links of others. */
const writeScreenshots = Effect.fnUntraced(function* (projectId: number, written: ReadonlyArray<WrittenKey>) {
  const repository = yield* ScreenshotRepository
  const added: Array<ScreenshotLink & { readonly sourceKeyId: number }> = []
  const removed: Array<ScreenshotLink> = []
  for (const { planned, row } of written) {
    const before = planned.target?.screenshotIds ?? []
    const after = planned.merged.screenshotIds
    for (const imageId of after) {
      if (!before.includes(imageId)) added.push({ imageId, keyId: row.id, sourceKeyId: planned.sourceKeyId ?? 0 })
    }
    for (const imageId of before) if (!after.includes(imageId)) removed.push({ imageId, keyId: row.id })
  }
  const screenshots = yield* repository.listOfKeys(added.map(({ sourceKeyId }) => sourceKeyId))
  const referencesByImage = new Map(screenshots.map(({ id, references }) => [id, references]))
  yield* repository.insert(
    projectId,
    added.map(({ imageId, keyId, sourceKeyId }) => {
      const reference = referencesByImage.get(imageId)?.find((one) => one.keyId === sourceKeyId)
      return { imageId, keyId, positions: reference?.positions ?? null, originalText: reference?.originalText ?? null }
    })
  )
  yield* repository.removeLinks(removed)
  return { added, removed }
})
