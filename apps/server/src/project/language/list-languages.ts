import type { ListQuery } from "@dragoman/domain/page"
import { LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { paged } from "../../platform/paged.ts"

export interface LanguageListQuery extends ListQuery<"languages"> {
  readonly search?: string | undefined
  readonly filterId?: ReadonlyArray<number> | undefined
  readonly filterNotId?: ReadonlyArray<number> | undefined
}

/** A page of all languages, also of those whose texts the caller may not view. Source: reference "content-api" 1.2. */
export const listLanguages = Effect.fn("listLanguages")(function* (
  { projectId }: ProjectAccess,
  query: LanguageListQuery
) {
  const repository = yield* LanguageRepository
  return yield* paged("languages", query, (slice) =>
    repository.list({
      projectId,
      search: query.search ?? "",
      ids: query.filterId ?? null,
      exceptIds: query.filterNotId ?? [],
      ...slice
    })
  )
})
