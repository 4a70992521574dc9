import { convertText, type Translation, untranslated } from "@dragoman/domain/translation"
import { KeyRepository, type KeyRow, KeyTrashRepository, TagRepository, TranslationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { OpenRevision } from "../../change/activity/record-activity.ts"
import type { ContentProject } from "../../change/change-project.ts"
import { trashKeys } from "../../content/key-editing/change-keys.ts"
import { restoreKeys } from "../../content/key-trash/change-key-trash.ts"
import { removeUnusedNamespaces } from "../../content/namespace/namespaces.ts"
import { ByPlace } from "../../content/translation/translation-places.ts"
import { textConversion } from "../branch-merge/merged-key.ts"
import type { PlannedKey } from "../branch-merge/plan-merge.ts"
import { vacateNames } from "../branch-merge/vacate-names.ts"
import { batchKeysMax, combine, writeMergedKeys } from "../branch-merge/write-merged-keys.ts"
import type { PlannedRevert } from "./plan-revert.ts"

/** Writes the reverts of keys of one branch in batches, in the transaction of the revert: deletions first, which free names. */
export const writeRevert = Effect.fn("writeRevert")(function* (
  project: ContentProject,
  keys: ReadonlyArray<PlannedRevert>,
  { add }: OpenRevision,
  userId: number
) {
  const { projectId } = project
  const keyRepository = yield* KeyRepository
  const trash = yield* KeyTrashRepository
  const translations = yield* TranslationRepository
  const at = yield* Clock.currentTimeMillis
  const withAction = (...actions: ReadonlyArray<string>) =>
    keys.filter(({ reverted }) => actions.includes(reverted.action))
  for (const batch of batchesOf(withAction("TRASH"))) {
    const rows = yield* keyRepository.findPlaces(projectId, idsOf(batch))
    yield* add(yield* trashKeys(projectId, rows, userId, at))
    yield* Effect.yieldNow
  }
  const written = withAction("CHANGE", "RESTORE")
  yield* vacateNames(
    projectId,
    written.filter(({ reverted }) => reverted.action === "CHANGE").map((one) => toPlanned(one, []))
  )
  const moved: Array<Pick<KeyRow, "namespaceId">> = []
  for (const batch of batchesOf(written)) {
    const restoring = idsOf(batch.filter(({ reverted }) => reverted.action === "RESTORE"))
    const restored = yield* restoreKeys(project, yield* trash.findAll(projectId, restoring))
    const rows = ByPlace.of(yield* translations.list(projectId, idsOf(batch), null))
    const planned = batch.map((one) => toPlanned(one, translationsOf(project, one, rows)))
    const { changes, moved: ofBatch } = yield* writeMergedKeys(project, planned, at)
    yield* add({
      ...changes,
      entities: combine([...restored.entities, ...changes.entities]),
      described: [...restored.described, ...changes.described]
    })
    moved.push(...ofBatch)
    yield* Effect.yieldNow
  }
  yield* TagRepository.use((tags) => tags.removeUnused(projectId))
  yield* add({ entities: yield* removeUnusedNamespaces(projectId, moved) })
})

const toPlanned = (
  { keyId, now, reverted }: PlannedRevert,
  translations: NonNullable<PlannedKey["translations"]>
): PlannedKey => ({
  sourceKeyId: null,
  targetKeyId: keyId,
  source: null,
  target: now,
  merged: reverted.version,
  translations
})

/** Lists the texts to be written; all of them in the form of the key, which the revert may make a plural. */
const translationsOf = (
  { languages }: ContentProject,
  { keyId, now, reverted: { version, translations } }: PlannedRevert,
  rows: ByPlace<Translation & { readonly keyId: number; readonly languageId: number }>
) => {
  const convert = textConversion({ source: null, target: now }, version)
  return languages.map(({ id: languageId }) => {
    const translation = translations.get(languageId) ?? rows.at(keyId, languageId) ?? untranslated
    return { languageId, translation: convertText(translation, convert(translation.text)) }
  })
}

const idsOf = (keys: ReadonlyArray<PlannedRevert>): ReadonlyArray<number> => keys.map(({ keyId }) => keyId)

function* batchesOf(keys: ReadonlyArray<PlannedRevert>) {
  for (let first = 0; first < keys.length; first += batchKeysMax) yield keys.slice(first, first + batchKeysMax)
}
