import type { KeyComplexUpdateBody } from "@dragoman/api"
import type { EntityChange } from "@dragoman/domain/activity"
import { chooseBranch } from "@dragoman/domain/branch"
import { editActivityType, type KeyComplexUpdate, validateKeyComplexUpdate } from "@dragoman/domain/key"
import { type AssignableState, changedStates } from "@dragoman/domain/translation"
import {
  ImportFollowRepository,
  KeyRepository,
  type KeyRow,
  TagRepository,
  TranslationRepository,
  type TranslationRow
} from "@dragoman/store"
import { Effect } from "effect"
import { type ContentProject, changeContent } from "../../change/change-project.ts"
import { followContent } from "../../change/content-follower.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { type Precondition, requireUnchanged } from "../../platform/http/if-match.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import { type ProjectAccess, requireScopes } from "../../service/access/access.ts"
import { checkKeyName, getKey } from "../key/key-queries.ts"
import { describedKey, keyEntity, keyMetaEntity } from "../key/key-shapes.ts"
import { ensureNamespaces, removeUnusedNamespaces } from "../namespace/namespaces.ts"
import { attachScreenshots, detachScreenshots, uploadedScreenshots } from "../screenshot/screenshots.ts"
import { changeTags } from "../tag/tags.ts"
import { editTranslations, type TranslationEdit } from "../translation/edit-translations.ts"
import { byLanguageId, requireStateChangeAt, requireTranslateAt } from "../translation/require-languages.ts"
import { suggestProtectedTexts } from "../translation/suggest-texts.ts"
import { translationEntity } from "../translation/translation-shapes.ts"
import { getKeyData } from "./key-data.ts"
import { type PlannedKeyTexts, planKeyTexts } from "./plan-key-texts.ts"
import { storeRelatedKeys } from "./related-keys.ts"

/**
 * Changes a key with its texts, states, tags and screenshots at once: everything or nothing. Writes only what differs, and
 * requires only the scopes of what changes. Source: docs/reference/content.md#complex-update.
 */
export const complexUpdateKey = Effect.fn("complexUpdateKey")(function* (
  access: ProjectAccess<"keys.view">,
  keyId: number,
  body: KeyComplexUpdateBody,
  precondition: Precondition<KeyRow> | null
) {
  const update = yield* orFail(validateKeyComplexUpdate(body))
  const keys = yield* KeyRepository
  const imports = yield* ImportFollowRepository
  const tagRepository = yield* TagRepository
  return yield* changeContent(
    access,
    { keyIds: [keyId] },
    Effect.fnUntraced(function* (project, record) {
      // The key stays on its branch: the name must only exist.
      yield* orFail(chooseBranch(project, body.branch))
      const found = yield* findKeyContent(access, keyId)
      const { key: before } = found
      yield* requireUnchanged(precondition, before)
      const texts = yield* planTexts(access, project, update, found)
      const states = yield* orFail(
        changedStates(
          yield* byLanguageId(project, update.states),
          texts.edits,
          new Map(found.translations.map((row) => [row.languageId, row])),
          project.translationProtection
        )
      )
      const tags = update.tags ?? found.tags
      const hasNewTags = JSON.stringify(tags) !== JSON.stringify(found.tags)
      const content = changedContent(before, update, texts)
      const hasNewContent = keyTextOf(content) !== keyTextOf(before)

      const placesOf = (languageIds: Iterable<number>) => [...languageIds].map((languageId) => ({ keyId, languageId }))
      yield* requireTranslateAt(access, project, placesOf(texts.edits.keys()))
      yield* requireStateChangeAt(access, project, placesOf(states.keys()))
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
      if (hasNewContent) yield* keys.update(project.projectId, [after])
      yield* imports.moveKeys(project, [{ from: before, to: after }])
      const hasNewRules = after.isPlural !== before.isPlural || after.maxCharLimit !== before.maxCharLimit
      if (hasNewRules) yield* followContent(project, { keyIds: [keyId] })
      const edited = yield* writeTranslations(access, project, after, found.translations, texts, states)
      if (hasNewTags) yield* changeTags(project.projectId, [{ keyIds: [keyId], before: found.tags, after: tags }])
      if (hasNewTags) yield* tagRepository.removeUnused(project.projectId)
      const hasMoved = before.namespaceId !== after.namespaceId
      const removed = yield* removeUnusedNamespaces(project.projectId, hasMoved ? [before] : [])
      yield* storeRelatedKeys(project, update.relatedKeys)
      const detached = yield* detachScreenshots(access, keyId, body.screenshotIdsToDelete ?? [])
      const attached = yield* attachScreenshots(project.projectId, access.caller.userId, [{ keyId, screenshots }])
      yield* record(
        editActivityType({
          translations: edited.writtenTexts > 0,
          suggestions: edited.suggestedTags.length > 0,
          states: states.size > 0,
          tags: hasNewTags,
          name: after.name !== before.name,
          maxCharLimit: after.maxCharLimit !== before.maxCharLimit,
          screenshotsAdded: attached.length > 0,
          screenshotsDeleted: detached.length > 0
        }),
        [
          ...namespaces.entities,
          keyEntity(before, after),
          keyMetaEntity(keyId, { ...before, tags: found.tags }, { ...after, tags }),
          ...edited.entities,
          ...removed,
          ...detached,
          ...attached
        ],
        { described: [...describedKey(after), ...edited.described] }
      )
      return yield* getKeyData(access, project.languages, after)
    })
  )
})

interface KeyContent {
  readonly key: KeyRow
  /** Translations in all languages. */
  readonly translations: ReadonlyArray<TranslationRow>
  /** Tags by name, sorted. */
  readonly tags: ReadonlyArray<string>
}

const findKeyContent = Effect.fnUntraced(function* (access: ProjectAccess, keyId: number) {
  const tags = yield* TagRepository
  const translations = yield* TranslationRepository
  const content: KeyContent = {
    key: yield* getKey(access, keyId),
    translations: yield* translations.list(access.projectId, [keyId], null),
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
      return yield* failWith("invalid_plural_form", [["Not a plural"]])
    case "dataLoss": {
      // The error must not reveal a text that the caller may not view.
      const isViewable = viewableLanguages(access, project.languages).some(({ id }) => id === planned.languageId)
      return yield* failWith("plural_forms_data_loss", isViewable ? [planned.text] : [])
    }
  }
})

/** Returns the updated key, but with the old id of its namespace. */
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
 * Converted texts keep their state and flags, so they are saved directly; edits of the request follow the rules of edits. A
 * translation that is both converted and edited is one change.
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
  yield* translations.save(project.projectId, converted)
  const rowById = new Map(before.map((row) => [row.id, row]))
  // A conversion is not work on the text, so it marks no keys of tasks.
  yield* followContent(
    { ...project, authorId: null },
    {
      translations: converted.map((after) => ({
        keyId: after.keyId,
        languageId: after.languageId,
        translationId: after.id,
        before: rowById.get(after.id) ?? null,
        after
      }))
    }
  )
  const suggested = yield* suggestProtectedTexts(access, project, key, toEdits(key.id, edits, states))
  const edited = yield* editTranslations(access, project, [key], suggested.edits)
  const entityById = new Map<number, EntityChange>()
  for (const row of converted) entityById.set(row.id, translationEntity(row, rowById.get(row.id) ?? null, row))
  for (const entity of edited.entities) {
    const original = entityById.get(entity.entityId)
    entityById.set(entity.entityId, original === undefined ? entity : { ...entity, before: original.before })
  }
  const convertedLanguageIds = new Set(converted.map(({ languageId }) => languageId))
  return {
    entities: [...entityById.values(), ...suggested.entities],
    writtenTexts: suggested.edits.filter(({ text }) => text !== undefined).length,
    suggestedTags: suggested.suggestedTags,
    described: [
      ...edited.described,
      ...suggested.described,
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
