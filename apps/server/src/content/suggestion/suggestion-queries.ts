import type { ListQuery } from "@dragoman/domain/page"
import type { SuggestionState } from "@dragoman/domain/suggestion"
import { LanguageRepository, type LanguageRow, type SuggestionPlace, SuggestionRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getKey } from "../key/key-queries.ts"
import { requireViewAt } from "../translation/require-languages.ts"

interface SuggestionListQuery extends ListQuery<"suggestions"> {
  readonly filterState?: ReadonlyArray<SuggestionState> | undefined
}

/** Reads a page of the suggestions for a key in a language. */
export const listSuggestions = Effect.fn("listSuggestions")(function* (
  access: ProjectAccess,
  place: SuggestionPlace,
  { filterState, ...query }: SuggestionListQuery
) {
  const repository = yield* SuggestionRepository
  const languages = yield* LanguageRepository
  yield* getSuggestedKey(access, yield* languages.listOfProject(access.projectId), place)
  return yield* paged("suggestions", query, (slice) =>
    repository.list({ ...place, states: filterState ?? null, ...slice })
  )
})

/** Reads the key of a place in a language that the caller may view; also in a transaction that changes it. */
export const getSuggestedKey = Effect.fn("getSuggestedKey")(function* (
  access: ProjectAccess,
  languages: ReadonlyArray<LanguageRow>,
  { keyId, languageId }: SuggestionPlace
) {
  const key = yield* getKey(access, keyId)
  if (!languages.some(({ id }) => id === languageId)) return yield* failWith("language_not_found")
  yield* requireViewAt(access, { languages }, [{ keyId, languageId }])
  return key
})

/** Reads a suggestion for a key in a language. */
export const getSuggestion = Effect.fn("getSuggestion")(function* (place: SuggestionPlace, suggestionId: number) {
  const repository = yield* SuggestionRepository
  const found = yield* repository.find(place, suggestionId)
  return Option.isSome(found) ? found.value : yield* failWith("suggestion_not_found")
})
