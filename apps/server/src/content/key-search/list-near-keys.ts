import type { NearKeyModel } from "@dragoman/api"
import { KeyNeighbourRepository, KeyRepository, LanguageRepository, TranslationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import { findKey } from "../key/find-key.ts"

const shownMax = 10

/** The keys that are shown near a key, the nearest first, with their base texts. Source: reference "content-api" 2.12. */
export const listNearKeys = Effect.fn("listNearKeys")(function* (
  access: ProjectAccess<"translations.view">,
  keyId: number
) {
  yield* findKey(access, keyId)
  const neighbours = yield* KeyNeighbourRepository
  const keys = yield* KeyRepository
  const languageRepository = yield* LanguageRepository
  const translations = yield* TranslationRepository
  const ids = (yield* neighbours.list(keyId, shownMax)).map(({ neighbourId }) => neighbourId)
  const keyById = new Map((yield* keys.find(access.projectId, ids)).map((key) => [key.id, key]))
  const languages = viewableLanguages(access, yield* languageRepository.listOfProject(access.projectId))
  const baseIds = languages.filter(({ base }) => base).map(({ id }) => id)
  const textById = new Map((yield* translations.list(ids, baseIds)).map((row) => [row.keyId, row.text]))
  return ids.flatMap((id): ReadonlyArray<NearKeyModel> => {
    const key = keyById.get(id)
    return key === undefined
      ? []
      : [{ id, name: key.name, namespace: key.namespace, baseTranslation: textById.get(id) ?? null }]
  })
})
