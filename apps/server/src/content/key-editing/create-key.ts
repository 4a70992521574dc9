import type { KeyCreationBody } from "@dragoman/api"
import { checkStates, creationLanguages, type KeyCreation, validateKeyCreation } from "@dragoman/domain/key"
import { toPluralTexts, visibleLength } from "@dragoman/formats"
import { KeyRepository, type KeyRow } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { changeContent } from "../../change/change-project.ts"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import { type ProjectAccess, requireScopes } from "../../service/access/access.ts"
import { checkKeyName } from "../key/key-queries.ts"
import { describedKey, keyEntity, keyMetaEntity } from "../key/key-shapes.ts"
import { ensureNamespaces } from "../namespace/namespaces.ts"
import { attachScreenshots, uploadedScreenshots } from "../screenshot/screenshots.ts"
import { changeTags } from "../tag/tags.ts"
import { editTranslations } from "../translation/edit-translations.ts"
import { byLanguageId, requireStateChange, requireTranslate } from "../translation/require-languages.ts"
import { getKeyData } from "./key-data.ts"
import { storeRelatedKeys } from "./related-keys.ts"

/** Creates a key with its texts, states, tags and screenshots: everything or nothing. */
export const createKey = Effect.fn("createKey")(function* (
  access: ProjectAccess<"keys.create">,
  body: KeyCreationBody
) {
  const creation = yield* orFail(validateKeyCreation(body))
  const keys = yield* KeyRepository
  const now = yield* Clock.currentTimeMillis
  return yield* changeContent(
    access,
    { branch: body.branch },
    Effect.fnUntraced(function* (project, record) {
      const texts = yield* byLanguageId(project, creation.texts)
      yield* failIf(checkStates(creation))
      const states = yield* byLanguageId(project, creation.states)
      const { translate, stateChange } = creationLanguages(texts, states)
      if (translate.length > 0) yield* requireTranslate(access, project, translate)
      if (stateChange.length > 0) yield* requireStateChange(access, project, stateChange)
      const screenshots = yield* uploadedScreenshots(access, {
        screenshots: body.screenshots,
        imageIds: body.screenshotUploadedImageIds
      })
      if (creation.relatedKeys.length > 0) yield* requireScopes(access, ["translations.edit"])
      yield* checkKeyName(project, creation, null)

      const stored = yield* storedTexts(creation, texts)
      const namespaces = yield* ensureNamespaces(project.projectId, [creation.namespace])
      const content = {
        name: creation.name,
        namespaceId: namespaces.idOf(creation.namespace),
        description: creation.description,
        customValues: null,
        isPlural: creation.isPlural,
        pluralArgumentName: stored.argumentName,
        maxCharLimit: creation.maxCharLimit
      }
      const [id = 0] = yield* keys.insert(project, [content], now)
      const { branchId } = project
      const key: KeyRow = { ...content, id, branchId, namespace: creation.namespace, createdAt: now }

      const edits = [...stored.texts].map(([languageId, text]) => {
        const state = states.get(languageId)
        return { keyId: id, languageId, text, ...(state === undefined ? {} : { state }) }
      })
      const edited = yield* editTranslations(access, project, [key], edits)
      yield* changeTags(project.projectId, [{ keyIds: [id], before: [], after: creation.tags }])
      yield* storeRelatedKeys(project, creation.relatedKeys)
      const attached = yield* attachScreenshots(project.projectId, access.caller.userId, [{ keyId: id, screenshots }])
      yield* record(
        "CREATE_KEY",
        [
          ...namespaces.entities,
          keyEntity(null, key),
          keyMetaEntity(id, null, { description: key.description, customValues: null, tags: creation.tags }),
          ...edited.entities,
          ...attached
        ],
        { described: [...describedKey(key), ...edited.described] }
      )
      return yield* getKeyData(access, project.languages, key)
    })
  )
})

/** Converts the texts into the form in which they are stored; fails when one exceeds the character limit. */
const storedTexts = Effect.fnUntraced(function* (
  { name, isPlural, pluralArgumentName, maxCharLimit }: KeyCreation,
  texts: ReadonlyMap<number, string | null>
) {
  const stored = isPlural
    ? toPluralTexts(texts, pluralArgumentName)
    : { kind: "singular" as const, argumentName: null, texts }
  if (stored.kind === "notPlural") return yield* failWith("invalid_plural_form", [["Not a plural"]])
  const isWithin = (text: string | null) =>
    text === null || maxCharLimit === null || visibleLength(text) <= maxCharLimit
  return [...stored.texts.values()].every(isWithin)
    ? stored
    : yield* failWith("translation_exceeds_char_limit", [name, maxCharLimit])
})
