import type { FoundKeyModel } from "@dragoman/api"
import { fieldErrors } from "@dragoman/domain/error"
import { type PageQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { LanguageRepository, TranslationListRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { requireView } from "../translation/require-languages.ts"
import { findKeys } from "./find-keys.ts"

export interface KeySearchQuery extends PageQuery {
  readonly search?: string | undefined
  readonly languageTag?: string | undefined
}

/** A page of the keys that answer a search, the best first. */
export const searchKeys = Effect.fn("searchKeys")(function* (
  access: ProjectAccess<"keys.view">,
  query: KeySearchQuery
) {
  const { search, languageTag } = query
  if (search === undefined)
    return yield* Effect.fail(fieldErrors({ search: "Required parameter 'search' is not present." }))
  const request = pageNumbers(query)
  const languageRepository = yield* LanguageRepository
  const lists = yield* TranslationListRepository
  const reading = yield* ReadingThread
  const { projectId } = access
  const languages = yield* languageRepository.listOfProject(projectId)
  const base = languages.find((language) => language.base)
  const asked = languages.find(({ tag }) => tag === languageTag)
  if (languageTag !== undefined && asked === undefined) return yield* failWith("language_not_found")
  const languageIds = [base, asked].flatMap((language) => language?.id ?? [])
  if (languageIds.length > 0) yield* requireView(access, { languages }, languageIds)
  const input = {
    projectId,
    baseLanguageId: base?.id ?? null,
    languageId: asked?.id ?? null,
    search,
    offset: pageOffset(request),
    limit: request.size
  }
  const { keys, total } = yield* reading.read(findKeys, input, (yield* lists.count(projectId, false)) * 4)
  const models = keys.map(
    (key): FoundKeyModel => ({
      id: key.id,
      namespace: key.namespace,
      name: key.name,
      baseTranslation: key.baseText,
      translation: key.text,
      description: key.description,
      plural: key.isPlural
    })
  )
  return { keys: models, page: pageMetadata(request, total) }
})
