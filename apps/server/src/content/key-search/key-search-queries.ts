import type { KeyInfoBody } from "@dragoman/api"
import { fieldErrors } from "@dragoman/domain/error"
import { keyLimits } from "@dragoman/domain/key"
import { type PageQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { sizeBetween } from "@dragoman/domain/validation"
import { LanguageRepository, TranslationListRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith } from "../../platform/fail.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import type { ImageLinks } from "../image/image-links.ts"
import { requireView } from "../translation/require-languages.ts"
import { findKeys } from "./find-keys.ts"
import { renderKeyInfo } from "./render-key-info.ts"

export interface KeySearchQuery extends PageQuery {
  readonly search?: string | undefined
  readonly languageTag?: string | undefined
}

/** A page of the keys that match a search, the best first. */
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
  return { rows: keys, page: pageMetadata(request, total) }
})

/** The body of a response: keys by their names, with their texts in some languages. Leaves out unknown keys. */
export const getKeyInfo = Effect.fn("getKeyInfo")(function* (
  access: ProjectAccess<"keys.view" | "translations.view">,
  body: KeyInfoBody,
  links: ImageLinks
) {
  const names = body.keys ?? []
  const languageTags = [...new Set(body.languageTags)]
  if (languageTags.length === 0) return yield* Effect.fail(fieldErrors({ languageTags: "must not be empty" }))
  const namesMessage = sizeBetween(0, keyLimits.namesAskedMax, names)
  if (namesMessage !== null) return yield* Effect.fail(fieldErrors({ keys: namesMessage }))
  const reading = yield* ReadingThread
  return yield* reading.read(renderKeyInfo, { access, names, languageTags, links }, names.length * languageTags.length)
})
