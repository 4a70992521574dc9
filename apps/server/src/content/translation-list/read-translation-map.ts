import { narrowLanguages } from "@dragoman/domain/permission"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { refuseBranch } from "../../platform/absent-feature/refuse-branch.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { RateLimiter, translationReadLimit } from "../../platform/http/rate-limiter.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { answerUnlessKnown } from "../../project/project/content-tag.ts"
import { KeySelections } from "./key-selections.ts"
import { renderTranslationMap } from "./render-translation-map.ts"
import { languagesWithTags, listViewableLanguages } from "./selected-languages.ts"

export interface TranslationMapQuery {
  readonly ns?: string | undefined
  readonly structureDelimiter?: string | undefined
  readonly filterTag?: ReadonlyArray<string> | undefined
  readonly branch?: string | undefined
}

/** All texts of some languages for the SDK; `tags` with commas in between. */
export const readTranslationMap = Effect.fn("readTranslationMap")(function* (
  access: ProjectAccess<"translations.view">,
  tags: string,
  query: TranslationMapQuery
) {
  yield* refuseBranch(query.branch)
  return yield* answerUnlessKnown(
    access.projectId,
    narrowLanguages(access.computedPermission, "view", null),
    (revisionId) => renderMap(access, tags.split(","), query, revisionId)
  )
})

const renderMap = Effect.fnUntraced(function* (
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
  const body = yield* reading.read(renderTranslationMap, input, keys * languages.length)
  return HttpServerResponse.uint8Array(body, { contentType: "application/json" })
})
