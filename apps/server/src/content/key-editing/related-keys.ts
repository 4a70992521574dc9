import type { BigMetaBody } from "@dragoman/api"
import { neighboursInOrder, type RelatedKey, relatedKeysMax, toNamespaceName } from "@dragoman/domain/key"
import {
  type ContentPlace,
  KeyNeighbourRepository,
  KeyRepository,
  LanguageRepository,
  TranslationRepository
} from "@dragoman/store"
import { Effect } from "effect"
import { changeContent } from "../../change/change-project.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getKey } from "../key/key-queries.ts"

const nearKeysShownMax = 10

/**
 * Lists the keys that clients show near a key, the nearest first, with their base texts if the caller may view them.
 */
export const listNearKeys = Effect.fn("listNearKeys")(function* (
  access: ProjectAccess<"translations.view">,
  keyId: number
) {
  yield* getKey(access, keyId)
  const neighbours = yield* KeyNeighbourRepository
  const keys = yield* KeyRepository
  const languageRepository = yield* LanguageRepository
  const translations = yield* TranslationRepository
  const ids = (yield* neighbours.list(keyId, nearKeysShownMax)).map(({ neighbourId }) => neighbourId)
  const keyById = new Map((yield* keys.find(access.projectId, ids)).map((key) => [key.id, key]))
  const languages = viewableLanguages(access, yield* languageRepository.listOfProject(access.projectId))
  const baseIds = languages.filter(({ base }) => base).map(({ id }) => id)
  const textById = new Map((yield* translations.list(ids, baseIds)).map((row) => [row.keyId, row.text]))
  return ids.flatMap((id) => {
    const key = keyById.get(id)
    return key === undefined ? [] : [{ key, baseText: textById.get(id) ?? null }]
  })
})

/** Stores which keys a client shows near each other. */
export const storeBigMeta = Effect.fn("storeBigMeta")(function* (
  access: ProjectAccess<"translations.edit">,
  body: BigMetaBody
) {
  const related = (body.relatedKeysInOrder ?? []).map(({ keyName, namespace }) => ({
    name: keyName,
    namespace: toNamespaceName(namespace)
  }))
  yield* changeContent(access, { branch: null }, (project) => storeRelatedKeys(project, related))
})

/**
 * Stores which keys are near each other, in the transaction of the operation. Ignores unknown keys. Records no
 * activity, because no content changes.
 */
export const storeRelatedKeys = Effect.fn("storeRelatedKeys")(function* (
  place: ContentPlace,
  related: ReadonlyArray<RelatedKey>
) {
  const keys = yield* KeyRepository
  const neighbours = yield* KeyNeighbourRepository
  const named = related.slice(0, relatedKeysMax)
  const idByPlace = new Map((yield* keys.findByName(place, named)).map((key) => [placeOf(key), key.id]))
  yield* neighbours.save(place.projectId, neighboursInOrder(named.flatMap((key) => idByPlace.get(placeOf(key)) ?? [])))
})

const placeOf = ({ namespace, name }: RelatedKey): string => JSON.stringify([namespace, name])
