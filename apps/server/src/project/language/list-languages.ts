import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { LanguageRepository, languageOrder } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

export interface LanguageListQuery extends PageQuery {
  readonly search?: string | undefined
  readonly filterId?: ReadonlyArray<number> | undefined
  readonly filterNotId?: ReadonlyArray<number> | undefined
}

const sortable = Object.keys(languageOrder) as ReadonlyArray<keyof typeof languageOrder>

/** A page of all languages, also of those whose texts the caller may not view. Source: reference "content-api" 1.2. */
export const listLanguages = Effect.fn("listLanguages")(function* (
  { projectId }: ProjectAccess,
  query: LanguageListQuery
) {
  const request = yield* orFail(parsePageRequest(query, sortable, [{ property: "tag", direction: "asc" }]))
  const repository = yield* LanguageRepository
  const { rows, total } = yield* repository.list({
    projectId,
    search: query.search ?? "",
    ids: query.filterId ?? null,
    exceptIds: query.filterNotId ?? [],
    ...pageRows(request)
  })
  return { rows, page: pageEnvelope(request, total) }
})
