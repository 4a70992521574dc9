import type { BigMetaBody } from "@dragoman/api"
import { chooseBranch } from "@dragoman/domain/branch"
import { neighboursInOrder, type RelatedKey, relatedKeysMax, type ShownKey, toShownKeys } from "@dragoman/domain/key"
import {
  type ContentPlace,
  KeyNeighbourRepository,
  KeyRepository,
  LanguageRepository,
  TranslationRepository
} from "@dragoman/store"
import { Effect } from "effect"
import { type ContentProject, changeContent } from "../../change/change-project.ts"
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
  const textById = new Map(
    (yield* translations.list(access.projectId, ids, baseIds)).map((row) => [row.keyId, row.text])
  )
  return ids.flatMap((id) => {
    const key = keyById.get(id)
    return key === undefined ? [] : [{ key, baseText: textById.get(id) ?? null }]
  })
})

/** Stores which keys a client shows near each other, on each branch that it names. */
export const storeBigMeta = Effect.fn("storeBigMeta")(function* (
  access: ProjectAccess<"translations.edit">,
  body: BigMetaBody
) {
  const shown = toShownKeys(body.relatedKeysInOrder)
  yield* changeContent(
    access,
    "project",
    Effect.fnUntraced(function* (project) {
      for (const [branchId, keys] of groupByBranch(project, shown))
        yield* saveNeighbours({ ...project, branchId }, keys)
    })
  )
})

/**
 * Stores which keys are near each other on the branch of the operation, in its transaction. Ignores keys that are unknown or on
 * other branches. Records no activity, because no content changes.
 */
export const storeRelatedKeys = (project: ContentProject, shown: ReadonlyArray<ShownKey>) =>
  saveNeighbours(project, groupByBranch(project, shown).get(project.branchId) ?? [])

/** Groups keys by the ids of their branches, without those of unknown branches. */
const groupByBranch = (
  project: ContentProject,
  shown: ReadonlyArray<ShownKey>
): ReadonlyMap<number | null, ReadonlyArray<ShownKey>> => {
  const keysByBranch = new Map<number | null, Array<ShownKey>>()
  for (const key of shown.slice(0, relatedKeysMax)) {
    const chosen =
      key.branch === null ? { ok: true as const, value: project.branchId } : chooseBranch(project, key.branch)
    if (!chosen.ok) continue
    const keys = keysByBranch.get(chosen.value)
    if (keys === undefined) keysByBranch.set(chosen.value, [key])
    else keys.push(key)
  }
  return keysByBranch
}

const saveNeighbours = Effect.fnUntraced(function* (place: ContentPlace, named: ReadonlyArray<RelatedKey>) {
  const keys = yield* KeyRepository
  const neighbours = yield* KeyNeighbourRepository
  const idByPlace = new Map((yield* keys.findByName(place, named)).map((key) => [placeOf(key), key.id]))
  yield* neighbours.save(place.projectId, neighboursInOrder(named.flatMap((key) => idByPlace.get(placeOf(key)) ?? [])))
})

const placeOf = ({ namespace, name }: RelatedKey): string => JSON.stringify([namespace, name])
