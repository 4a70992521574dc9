import type { KeyComplexUpdateBody } from "@dragoman/api"
import type { EntityChange } from "@dragoman/domain/activity"
import { domainError } from "@dragoman/domain/error"
import { editActivityType, type KeyComplexUpdate, validateKeyComplexUpdate } from "@dragoman/domain/key"
import { type AssignableState, setState, setText, untranslated } from "@dragoman/domain/translation"
import {
  Database,
  ImportFollowRepository,
  KeyRepository,
  type KeyRow,
  TagRepository,
  TranslationRepository,
  type TranslationRow
} from "@dragoman/store"
import { Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { type ContentProject, lockContentProject } from "../../change/change-project.ts"
import { refuseBranch } from "../../platform/absent-feature/refuse-branch.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { requireScopes } from "../../platform/access/require-scopes.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import { byLanguageId } from "../key/by-language-id.ts"
import { checkKeyName } from "../key/check-key-name.ts"
import { findKey } from "../key/find-key.ts"
import { describedKey, keyEntity, keyMetaEntity } from "../key/key-entity.ts"
import { ensureNamespaces } from "../namespace/ensure-namespaces.ts"
import { removeUnusedNamespace } from "../namespace/remove-unused-namespace.ts"
import { attachScreenshots } from "../screenshot/attach-screenshots.ts"
import { detachScreenshots } from "../screenshot/detach-screenshots.ts"
import { uploadedScreenshots } from "../screenshot/uploaded-screenshots.ts"
import { changeTags } from "../tag/change-tags.ts"
import { editTranslations, type TranslationEdit } from "../translation/edit-translations.ts"
import { requireStateChange, requireTranslate } from "../translation/require-languages.ts"
import { translationEntity } from "../translation/translation-entity.ts"
import { getKeyData } from "./list-key-data.ts"
import { type PlannedKeyTexts, planKeyTexts } from "./plan-key-texts.ts"
import { storeRelatedKeys } from "./store-related-keys.ts"

/**
 * Changes a key with its texts, states and tags at once: everything or nothing. Only what differs is changed, and only
 * what changes needs a permission. Source: reference "content-api" 2.6.
 */
export const complexUpdateKey = Effect.fn("complexUpdateKey")(function* (
  access: ProjectAccess<"keys.view">,
  keyId: number,
  body: KeyComplexUpdateBody
) {
  const update = yield* orFail(validateKeyComplexUpdate(body))
  yield* refuseBranch(body.branch)
  const keys = yield* KeyRepository
  const imports = yield* ImportFollowRepository
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const project = yield* lockContentProject(access.projectId)
      const found = yield* findKeyContent(access, keyId)
      const { key: before } = found
      const texts = yield* planTexts(access, project, update, found)
      const states = yield* changedStates(project, update, texts, found.translations)
      const tags = update.tags ?? found.tags
      const hasNewTags = JSON.stringify(tags) !== JSON.stringify(found.tags)
      const content = changedContent(before, update, texts)
      const hasNewContent = keyTextOf(content) !== keyTextOf(before)

      if (texts.edits.size > 0) yield* requireTranslate(access, project, [...texts.edits.keys()])
      if (states.size > 0) yield* requireStateChange(access, project, [...states.keys()])
      if (hasNewTags || hasNewContent) yield* requireScopes(access, ["keys.edit"])
      if (update.relatedKeys.length > 0) yield* requireScopes(access, ["translations.edit"])
      if ((body.screenshotIdsToDelete ?? []).length > 0) yield* requireScopes(access, ["screenshots.delete"])
      const screenshots = yield* uploadedScreenshots(access, {
        screenshots: body.screenshotsToAdd,
        imageIds: body.screenshotUploadedImageIds
      })
      yield* checkKeyName(project, update, keyId)

      const namespaces = yield* ensureNamespaces(project.projectId, [update.namespace])
      const after: KeyRow = { ...content, namespaceId: namespaces.idOf(update.namespace) }
      if (hasNewContent) yield* keys.update([after])
      yield* imports.moveKeys(project.projectId, [{ from: before, to: after }])
      const edited = yield* writeTranslations(access, project, after, found.translations, texts, states)
      if (hasNewTags) yield* changeTags(project.projectId, [{ key: after, before: found.tags, after: tags }])
      if (hasNewTags) yield* (yield* TagRepository).removeUnused(project.projectId)
      const removed = yield* removeUnusedNamespace(project.projectId, before, after)
      yield* storeRelatedKeys(project, update.relatedKeys)
      const detached = yield* detachScreenshots(access, keyId, body.screenshotIdsToDelete ?? [])
      const attached = yield* attachScreenshots(access.caller.userId, [{ keyId, screenshots }])
      yield* recordActivity({
        projectId: project.projectId,
        authorId: access.caller.userId,
        type: editActivityType({
          translations: texts.edits.size > 0,
          states: states.size > 0,
          tags: hasNewTags,
          name: after.name !== before.name,
          maxCharLimit: after.maxCharLimit !== before.maxCharLimit,
          screenshotsAdded: attached.length > 0,
          screenshotsDeleted: detached.length > 0
        }),
        entities: [
          ...namespaces.entities,
          keyEntity(before, after),
          keyMetaEntity(keyId, { ...before, tags: found.tags }, { ...after, tags }),
          ...edited.entities,
          ...removed,
          ...detached,
          ...attached
        ],
        described: [...describedKey(after), ...edited.described]
      })
      return yield* getKeyData(access, project.languages, after)
    })
  )
})

interface KeyContent {
  readonly key: KeyRow
  /** In all languages. */
  readonly translations: ReadonlyArray<TranslationRow>
  /** Names, sorted. */
  readonly tags: ReadonlyArray<string>
}

const findKeyContent = Effect.fnUntraced(function* (access: ProjectAccess, keyId: number) {
  const tags = yield* TagRepository
  const translations = yield* TranslationRepository
  const content: KeyContent = {
    key: yield* findKey(access, keyId),
    translations: yield* translations.list([keyId], null),
    tags: (yield* tags.listOfKeys([keyId])).map(({ name }) => name).sort()
  }
  return content
})

const planTexts = Effect.fnUntraced(function* (
  access: ProjectAccess,
  project: ContentProject,
  update: KeyComplexUpdate,
  { key, translations }: KeyContent
) {
  const planned = planKeyTexts(key, update, yield* byLanguageId(project, update.texts), translations)
  switch (planned.kind) {
    case "planned":
      return planned
    case "notPlural":
      return yield* Effect.fail(domainError("invalid_plural_form", [["Not a plural"]]))
    case "dataLoss": {
      // A text that the caller may not view is not told either.
      const isViewable = viewableLanguages(access, project.languages).some(({ id }) => id === planned.languageId)
      return yield* failWith("plural_forms_data_loss", isViewable ? [planned.text] : [])
    }
  }
})

/** The states of the request that differ from what the translations have once the texts are written. */
const changedStates = Effect.fnUntraced(function* (
  project: ContentProject,
  update: KeyComplexUpdate,
  texts: PlannedKeyTexts,
  rows: ReadonlyArray<TranslationRow>
) {
  const rowByLanguage = new Map(rows.map((row) => [row.languageId, row]))
  const changed = new Map<number, AssignableState>()
  for (const [languageId, state] of yield* byLanguageId(project, update.states)) {
    const row = rowByLanguage.get(languageId)
    const text = texts.edits.get(languageId)
    if (row === undefined && text === undefined) return yield* failWith("translation_not_found")
    const old = row ?? untranslated
    const written = text === undefined ? old : setText(old, text, project.translationProtection)
    if (setState(written, state).state !== written.state) changed.set(languageId, state)
  }
  return changed as ReadonlyMap<number, AssignableState>
})

/** The key as it will be, but for the id of its namespace. */
const changedContent = (before: KeyRow, update: KeyComplexUpdate, texts: PlannedKeyTexts): KeyRow => ({
  ...before,
  name: update.name,
  namespace: update.namespace,
  description: update.description === undefined ? before.description : update.description,
  customValues: update.customValues ?? before.customValues,
  isPlural: texts.isPlural,
  pluralArgumentName: texts.pluralArgumentName,
  maxCharLimit: update.maxCharLimit === undefined ? before.maxCharLimit : update.maxCharLimit
})

const keyTextOf = (key: KeyRow): string =>
  JSON.stringify([
    key.name,
    key.namespace,
    key.description,
    key.customValues,
    key.isPlural,
    key.pluralArgumentName,
    key.maxCharLimit
  ])

/**
 * Texts that only get another form keep their state and their marks, so they are written as they are; what the request
 * edits goes the way of all edits. A translation to which both happens is one change.
 */
const writeTranslations = Effect.fnUntraced(function* (
  access: ProjectAccess,
  project: ContentProject,
  key: KeyRow,
  before: ReadonlyArray<TranslationRow>,
  { edits, converted }: PlannedKeyTexts,
  states: ReadonlyMap<number, AssignableState>
) {
  const translations = yield* TranslationRepository
  yield* translations.save(converted)
  const edited = yield* editTranslations(access, project, [key], toEdits(key.id, edits, states))
  const rowById = new Map(before.map((row) => [row.id, row]))
  const entityById = new Map<number, EntityChange>()
  for (const row of converted) entityById.set(row.id, translationEntity(row, rowById.get(row.id) ?? null, row))
  for (const entity of edited.entities) {
    const original = entityById.get(entity.entityId)
    entityById.set(entity.entityId, original === undefined ? entity : { ...entity, before: original.before })
  }
  const convertedLanguageIds = new Set(converted.map(({ languageId }) => languageId))
  return {
    entities: [...entityById.values()],
    described: [
      ...edited.described,
      ...project.languages.filter(({ id }) => convertedLanguageIds.has(id)).map(describedLanguage)
    ]
  }
})

const toEdits = (
  keyId: number,
  texts: ReadonlyMap<number, string | null>,
  states: ReadonlyMap<number, AssignableState>
): ReadonlyArray<TranslationEdit> =>
  [...new Set([...texts.keys(), ...states.keys()])].map((languageId) => {
    const text = texts.get(languageId)
    const state = states.get(languageId)
    return {
      keyId,
      languageId,
      ...(text === undefined ? {} : { text }),
      ...(state === undefined ? {} : { state })
    }
  })
