import type { KeyInfoBody } from "@dragoman/api"
import { refuseFields } from "@dragoman/domain/error"
import { toNamespaceName } from "@dragoman/domain/key"
import { KeyRepository, type KeyRow, LanguageRepository, TagRepository, TranslationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { refused } from "../http/refused.ts"
import type { KeyWithData } from "../key/key-to-model.ts"
import { viewableLanguages } from "../language/viewable-languages.ts"

/**
 * Keys by their names with their texts in some languages; keys that are missing are left out.
 * Source: reference "content-api" 2.8.
 */
export const getKeyInfo = Effect.fn("getKeyInfo")(function* (
  access: ProjectAccess<"keys.view" | "translations.view">,
  body: KeyInfoBody
) {
  const wantedTags = body.languageTags ?? []
  if (wantedTags.length === 0) return yield* refused(refuseFields({ languageTags: "must not be empty" }))
  const keys = yield* KeyRepository
  const languageRepository = yield* LanguageRepository
  const translations = yield* TranslationRepository
  const tags = yield* TagRepository
  const found = (yield* keys.findByName(
    access.projectId,
    (body.keys ?? []).map(({ name, namespace }) => ({ name, namespace: toNamespaceName(namespace) }))
  )).toSorted(byNamespaceAndName)
  const all = yield* languageRepository.listOfProject(access.projectId)
  const languages = viewableLanguages(access, all).filter(({ tag }) => wantedTags.includes(tag))
  const ids = found.map(({ id }) => id)
  const rows = yield* translations.list(
    ids,
    languages.map(({ id }) => id)
  )
  const textsByKey = Map.groupBy(rows, ({ keyId }) => keyId)
  const tagsByKey = Map.groupBy(yield* tags.listOfKeys(ids), ({ keyId }) => keyId)
  return found.map(
    (key): KeyWithData => ({
      key,
      languages,
      translations: textsByKey.get(key.id) ?? [],
      tags: tagsByKey.get(key.id) ?? []
    })
  )
})

/** The default namespace comes first. */
const byNamespaceAndName = (left: KeyRow, right: KeyRow): number =>
  compare(left.namespace ?? "", right.namespace ?? "") || compare(left.name, right.name)

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
