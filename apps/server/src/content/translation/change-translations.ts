import type { SetTranslationsBody } from "@dragoman/api"
import type { ActivityType } from "@dragoman/domain/activity"
import {
  type AssignableState,
  changedTexts,
  dismissAutomatic,
  isSameTranslation,
  type SetTranslations,
  setState,
  type Translation,
  validateSetTranslations
} from "@dragoman/domain/translation"
import { detectPlural, toPluralTexts } from "@dragoman/formats"
import {
  KeyRepository,
  type KeyRow,
  type LanguageRow,
  TranslationRepository,
  type TranslationRow
} from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { EntityChange } from "../../change/activity/record-activity.ts"
import { type ContentProject, changeContent, changeTexts, type Record } from "../../change/change-project.ts"
import { followContent, textWriter } from "../../change/content-follower.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import { type ProjectAccess, requireScopes } from "../../service/access/access.ts"
import { describedKeys, keyEntity } from "../key/key-shapes.ts"
import { ensureNamespaces } from "../namespace/namespaces.ts"
import { editTranslations } from "./edit-translations.ts"
import { requireNoQualityErrors } from "./quality-errors.ts"
import { byLanguageId, requireStateChangeAt, requireTranslate, requireTranslateAt } from "./require-languages.ts"
import { suggestProtectedTexts } from "./suggest-texts.ts"
import { getTranslation } from "./translation-queries.ts"
import { translationEntity } from "./translation-shapes.ts"

/**
 * Writes the texts of one key, found by its name. `createsKey`: creates the key when it is missing; without it the
 * operation fails. Returns the key and the translations to show.
 */
export const setTranslations = Effect.fn("setTranslations")(function* (
  access: ProjectAccess,
  body: SetTranslationsBody,
  createsKey: boolean
) {
  const request = yield* orFail(validateSetTranslations(body))
  const keys = yield* KeyRepository
  const target = { branch: body.branch }
  const write = <A, E, R>(createKey: (change: TextChange) => Effect.Effect<A, E, R>) =>
    Effect.fnUntraced(function* (project: ContentProject, record: Record) {
      const texts = yield* byLanguageId(project, request.texts)
      const languageIds = [...texts.keys()]
      const change: TextChange = { access, project, record, texts }
      const [found] = yield* keys.findByName(project, [{ namespace: request.namespace, name: request.keyName }])
      if (found !== undefined) {
        yield* keys.lock(project.projectId, [found.id])
        const places = languageIds.map((languageId) => ({ keyId: found.id, languageId }))
        yield* requireTranslateAt(access, project, places)
      } else if (languageIds.length > 0) {
        // A caller who may not write does not learn that the key is missing.
        yield* requireTranslate(access, project, languageIds)
      }
      if (found === undefined && !createsKey) return yield* failWith("key_not_found")
      yield* checkExpectedTexts(project, found, request.expectedTexts)
      if (found !== undefined) return yield* setTextsOfKey(change, found, request.languagesToReturn)
      yield* requireScopes(access, ["keys.edit"])
      return yield* createKey(change)
    })
  const written = yield* changeTexts(
    access,
    target,
    write(() => Effect.succeed(null))
  )
  // A new key needs the whole project, where another request may have created it meanwhile.
  return (
    written ??
    (yield* changeContent(
      access,
      target,
      write((change) => createKeyWithTexts(change, request))
    ))
  )
})

/**
 * Fails when a text is not the one that the client expects; the key is locked, so no other request changes it before it is
 * written. A key that is missing has no texts.
 */
const checkExpectedTexts = Effect.fnUntraced(function* (
  { projectId, languages }: ContentProject,
  key: KeyRow | undefined,
  expected: ReadonlyMap<string, string | null>
) {
  if (expected.size === 0) return
  const repository = yield* TranslationRepository
  const tagById = new Map(languages.filter(({ tag }) => expected.has(tag)).map(({ id, tag }) => [id, tag]))
  const rows = key === undefined ? [] : yield* repository.list(projectId, [key.id], [...tagById.keys()])
  const changed = changedTexts(expected, new Map(rows.map((row) => [tagById.get(row.languageId) ?? "", row.text])))
  if (Object.keys(changed).length > 0) return yield* failWith("text_changed", [changed])
})

interface TextChange {
  readonly access: ProjectAccess
  readonly project: ContentProject
  readonly record: Record
  /** Texts by language id. */
  readonly texts: ReadonlyMap<number, string | null>
}

const setTextsOfKey = Effect.fnUntraced(function* (
  change: TextChange,
  key: KeyRow,
  languagesToReturn: ReadonlyArray<string> | null
) {
  const { access, project, texts } = change
  const stored = key.isPlural ? toPluralTexts(texts, key.pluralArgumentName) : null
  if (stored?.kind === "notPlural") return yield* failWith("invalid_plural_form", [["Not a plural"]])
  const suggestedTags = yield* writeTexts(change, key, stored?.texts ?? texts, "SET_TRANSLATIONS", [])
  const viewable = languagesToReturn === null ? [] : viewableLanguages(access, project.languages)
  const returned =
    languagesToReturn === null
      ? project.languages.filter(({ id }) => texts.has(id))
      : project.languages.filter(
          (language) =>
            languagesToReturn.includes(language.tag) && (texts.has(language.id) || viewable.includes(language))
        )
  return { ...(yield* withTranslations(access.projectId, key, returned)), suggestedTags }
})

const createKeyWithTexts = Effect.fnUntraced(function* (change: TextChange, request: SetTranslations) {
  const { project, texts } = change
  const keys = yield* KeyRepository
  const now = yield* Clock.currentTimeMillis
  const plural = detectPlural(texts)
  const namespaces = yield* ensureNamespaces(project.projectId, [request.namespace])
  const content = {
    name: request.keyName,
    namespaceId: namespaces.idOf(request.namespace),
    description: null,
    customValues: null,
    isPlural: plural !== null,
    pluralArgumentName: plural?.argumentName ?? null,
    maxCharLimit: null
  }
  const [id = 0] = yield* keys.insert(project, [content], now)
  const { branchId } = project
  const key: KeyRow = { ...content, id, branchId, namespace: request.namespace, createdAt: now }
  const created = [...namespaces.entities, keyEntity(null, key)]
  const suggestedTags = yield* writeTexts(change, key, plural?.texts ?? texts, "CREATE_KEY", created)
  const written = project.languages.filter((language) => texts.has(language.id))
  return { ...(yield* withTranslations(project.projectId, key, written)), suggestedTags }
})

/** Returns the tags of the languages whose text became a suggestion. */
const writeTexts = Effect.fnUntraced(function* (
  { access, project, record }: TextChange,
  key: KeyRow,
  texts: ReadonlyMap<number, string | null>,
  type: "SET_TRANSLATIONS" | "CREATE_KEY",
  entities: ReadonlyArray<EntityChange>
) {
  const edits = [...texts].map(([languageId, text]) => ({ keyId: key.id, languageId, text }))
  const suggested = yield* suggestProtectedTexts(access, project, key, edits)
  const edited = yield* editTranslations(access, project, [key], suggested.edits)
  const isSuggestion = suggested.suggestedTags.length > 0 && suggested.edits.length === 0
  yield* record(isSuggestion ? "CREATE_SUGGESTION" : type, [...entities, ...edited.entities, ...suggested.entities], {
    described: [...edited.described, ...suggested.described]
  })
  return suggested.suggestedTags
})

const withTranslations = Effect.fnUntraced(function* (
  projectId: number,
  key: KeyRow,
  languages: ReadonlyArray<LanguageRow>
) {
  const repository = yield* TranslationRepository
  const translations = yield* repository.list(
    projectId,
    [key.id],
    languages.map(({ id }) => id)
  )
  return { key, languages, translations }
})

/** A translation without a text stays untranslated. */
export const setTranslationState = (access: ProjectAccess, translationId: number, state: AssignableState) =>
  changeTranslation(access, translationId, "SET_TRANSLATION_STATE", (before) => setState(before, state))

/** Marks a machine translation as checked by a person. */
export const dismissAutoTranslatedState = (access: ProjectAccess<"translations.state-edit">, translationId: number) =>
  changeTranslation(access, translationId, "DISMISS_AUTO_TRANSLATED_STATE", dismissAutomatic)

export const setOutdatedFlag = (
  access: ProjectAccess<"translations.state-edit">,
  translationId: number,
  outdated: boolean
) => changeTranslation(access, translationId, "SET_OUTDATED_FLAG", (before) => ({ ...before, outdated }))

/** Changes state or flags of one translation; needs `translations.state-edit` in its language. */
const changeTranslation = Effect.fn("changeTranslation")(function* (
  access: ProjectAccess,
  translationId: number,
  type: ActivityType,
  change: (before: Translation) => Translation
) {
  const translations = yield* TranslationRepository
  const keys = yield* KeyRepository
  return yield* changeTexts(
    access,
    { translationIds: [translationId] },
    Effect.fnUntraced(function* (project, record) {
      const { keyId } = yield* getTranslation(access, translationId)
      yield* keys.lock(project.projectId, [keyId])
      // Again, under the lock.
      const before = yield* getTranslation(access, translationId)
      yield* requireStateChangeAt(access, project, [before])
      const after: TranslationRow = { ...before, ...change(before) }
      if (isSameTranslation(before, after)) return before
      if (after.state === "REVIEWED" && before.state !== "REVIEWED") {
        yield* requireNoQualityErrors(project.projectId, [before])
      }
      yield* translations.save(project.projectId, [after])
      const { languageId } = after
      yield* followContent(project, {
        writer: textWriter(access, false),
        translations: [{ keyId, languageId, translationId, before, after }]
      })
      yield* record(type, [translationEntity(before, before, after)], {
        described: [
          ...describedKeys(yield* keys.find(project.projectId, [before.keyId])),
          ...project.languages.filter(({ id }) => id === before.languageId).map(describedLanguage)
        ]
      })
      return after
    })
  )
})
