import type { SetTranslationsBody, SetTranslationsModel } from "@dragoman/api"
import type { EntityChange } from "@dragoman/domain/activity"
import { domainError } from "@dragoman/domain/error"
import { narrowLanguages } from "@dragoman/domain/permission"
import { type SetTranslations, validateSetTranslations } from "@dragoman/domain/translation"
import { detectPlural, toPluralTexts } from "@dragoman/formats"
import { Database, KeyRepository, type KeyRow, type LanguageRow, TranslationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { type ContentProject, lockContentProject } from "../../change/change-project.ts"
import { refuseBranch } from "../../platform/absent-feature/refuse-branch.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { requireScopes } from "../../platform/access/require-scopes.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { keyEntity } from "../key/key-entity.ts"
import { ensureNamespaces } from "../namespace/ensure-namespaces.ts"
import { editTranslations } from "./edit-translations.ts"
import { requireTranslate } from "./require-languages.ts"
import { translationsToModel } from "./translation-to-model.ts"

/**
 * Writes the texts of one key, found by its name. `createsKey`: a key that is missing comes into being, else it is 404.
 * Source: reference "content-api" 3.5, 2.9.
 */
export const setTranslations = Effect.fn("setTranslations")(function* (
  access: ProjectAccess,
  body: SetTranslationsBody,
  createsKey: boolean
) {
  yield* refuseBranch(body.branch)
  const request = yield* orFail(validateSetTranslations(body))
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const project = yield* lockContentProject(access.projectId)
      const texts = yield* textsByLanguage(project, request)
      // Naming no language touches none here: there is nothing to ask.
      if (texts.size > 0) yield* requireTranslate(access, project, [...texts.keys()])
      const keys = yield* KeyRepository
      const [found] = yield* keys.findByName(project.projectId, [
        { namespace: request.namespace, name: request.keyName }
      ])
      if (found !== undefined) return yield* setTextsOfKey(access, project, found, texts, request.languagesToReturn)
      if (!createsKey) return yield* failWith("key_not_found")
      yield* requireScopes(access, ["keys.edit"])
      return yield* createKeyWithTexts(access, project, request, texts)
    })
  )
})

type TextsByLanguage = ReadonlyMap<number, string | null>

const textsByLanguage = Effect.fnUntraced(function* (project: ContentProject, { texts }: SetTranslations) {
  const idByTag = new Map(project.languages.map(({ id, tag }) => [tag, id]))
  const byLanguage = new Map<number, string | null>()
  for (const [tag, text] of texts) {
    const languageId = idByTag.get(tag)
    if (languageId === undefined) return yield* failWith("language_not_found")
    byLanguage.set(languageId, text)
  }
  return byLanguage as TextsByLanguage
})

const setTextsOfKey = Effect.fnUntraced(function* (
  access: ProjectAccess,
  project: ContentProject,
  key: KeyRow,
  texts: TextsByLanguage,
  languagesToReturn: ReadonlyArray<string> | null
) {
  const stored = key.isPlural ? toPluralTexts(texts, key.pluralArgumentName) : null
  if (stored?.kind === "notPlural") return yield* Effect.fail(domainError("invalid_plural_form", [["Not a plural"]]))
  yield* writeTexts(access, project, key, stored?.texts ?? texts, "SET_TRANSLATIONS", [])
  const viewable = narrowLanguages(access.computedPermission, "view", null)
  const returned = project.languages.filter(({ id, tag }) =>
    languagesToReturn === null
      ? texts.has(id)
      : languagesToReturn.includes(tag) && (viewable === null || viewable.includes(id))
  )
  return yield* toModel(key, returned)
})

const createKeyWithTexts = Effect.fnUntraced(function* (
  access: ProjectAccess,
  project: ContentProject,
  request: SetTranslations,
  texts: TextsByLanguage
) {
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
  const [id = 0] = yield* keys.insert(project.projectId, [content], now)
  const key: KeyRow = { ...content, id, namespace: request.namespace, createdAt: now }
  yield* writeTexts(access, project, key, plural?.texts ?? texts, "CREATE_KEY", [
    ...namespaces.entities,
    keyEntity(null, key)
  ])
  const written = project.languages.filter((language) => texts.has(language.id))
  return yield* toModel(key, written)
})

const writeTexts = Effect.fnUntraced(function* (
  access: ProjectAccess,
  project: ContentProject,
  key: KeyRow,
  texts: TextsByLanguage,
  type: "SET_TRANSLATIONS" | "CREATE_KEY",
  entities: ReadonlyArray<EntityChange>
) {
  const edits = [...texts].map(([languageId, text]) => ({ keyId: key.id, languageId, text }))
  const edited = yield* editTranslations(access, project, [key], edits)
  yield* recordActivity({
    projectId: project.projectId,
    authorId: access.caller.userId,
    type,
    entities: [...entities, ...edited.entities],
    described: edited.described
  })
  return edited
})

const toModel = Effect.fnUntraced(function* (key: KeyRow, languages: ReadonlyArray<LanguageRow>) {
  const translations = yield* TranslationRepository
  const rows = yield* translations.list(
    [key.id],
    languages.map(({ id }) => id)
  )
  const model: SetTranslationsModel = {
    keyId: key.id,
    keyName: key.name,
    keyNamespace: key.namespace,
    keyIsPlural: key.isPlural,
    translations: translationsToModel(rows, languages)
  }
  return model
})
