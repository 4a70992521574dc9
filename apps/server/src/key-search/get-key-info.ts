import type { KeyInfoBody } from "@dragoman/api"
import { refuseFields } from "@dragoman/domain/error"
import { toNamespaceName } from "@dragoman/domain/key"
import { KeyRepository, type KeyRow, LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { refused } from "../http/refused.ts"
import { listKeyData } from "../key/list-key-data.ts"

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
  const found = (yield* keys.findByName(
    access.projectId,
    (body.keys ?? []).map(({ name, namespace }) => ({ name, namespace: toNamespaceName(namespace) }))
  )).toSorted(byNamespaceAndName)
  const all = yield* languageRepository.listOfProject(access.projectId)
  return yield* listKeyData(
    access,
    all.filter(({ tag }) => wantedTags.includes(tag)),
    found
  )
})

/** The default namespace comes first. */
const byNamespaceAndName = (left: KeyRow, right: KeyRow): number =>
  compare(left.namespace ?? "", right.namespace ?? "") || compare(left.name, right.name)

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
