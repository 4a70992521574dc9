import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { KeyTrashRepository, LanguageRepository, TagRepository, TranslationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { accepted } from "../http/refused.ts"
import { viewableLanguages } from "../language/viewable-languages.ts"

/** A page of deleted keys with what they had, as far as the caller may view it. Source: reference "content-api" 2.7. */
export const listTrashedKeys = Effect.fn("listTrashedKeys")(function* (
  access: ProjectAccess<"keys.view">,
  query: PageQuery
) {
  const request = yield* accepted(parsePageRequest(query, ["name", "deletedAt"]))
  const trash = yield* KeyTrashRepository
  const languages = yield* LanguageRepository
  const translations = yield* TranslationRepository
  const tags = yield* TagRepository
  const { rows, total } = yield* trash.list({ projectId: access.projectId, ...pageRows(request) })
  const viewable = viewableLanguages(access, yield* languages.listOfProject(access.projectId))
  const ids = rows.map(({ id }) => id)
  const textsByKey = Map.groupBy(
    yield* translations.list(
      ids,
      viewable.map(({ id }) => id)
    ),
    ({ keyId }) => keyId
  )
  const tagsByKey = Map.groupBy(yield* tags.listOfKeys(ids), ({ keyId }) => keyId)
  return {
    keys: rows.map((key) => ({
      key,
      languages: viewable,
      translations: textsByKey.get(key.id) ?? [],
      tags: tagsByKey.get(key.id) ?? []
    })),
    page: pageEnvelope(request, total)
  }
})
