import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { RateLimiter, translationReadLimit } from "../../platform/http/rate-limiter.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { KeySelections } from "./key-selections.ts"
import { renderTranslationMap } from "./render-translation-map.ts"
import { languagesWithTags, listViewableLanguages } from "./selected-languages.ts"

export interface TranslationMapQuery {
  readonly ns?: string | undefined
  readonly structureDelimiter?: string | undefined
  readonly filterTag?: ReadonlyArray<string> | undefined
}

/** The body of all texts of some languages for an SDK, as of a revision of the project. */
export const readTranslationMap = Effect.fn("readTranslationMap")(function* (
  access: ProjectAccess<"translations.view">,
  tags: ReadonlyArray<string>,
  query: TranslationMapQuery,
  revisionId: number
) {
  const limiter = yield* RateLimiter
  yield* limiter.consume(translationReadLimit, access.caller.userId)
  const selections = yield* KeySelections
  const reading = yield* ReadingThread
  const languages = languagesWithTags(yield* listViewableLanguages(access), tags)
  const tagNames = (query.filterTag ?? []).filter((name) => name !== "")
  const delimiter = query.structureDelimiter ?? "."
  const input = {
    projectId: access.projectId,
    namespace: query.ns === undefined || query.ns === "" ? null : query.ns,
    tagNames: tagNames.length === 0 ? null : tagNames,
    languages: languages.map(({ id, tag }) => ({ id, tag })),
    delimiter: [...delimiter][0] ?? null
  }
  const keys = yield* selections.count(access.projectId, false, revisionId)
  return yield* reading.read(renderTranslationMap, input, keys * languages.length)
})
