import type { ListQuery } from "@dragoman/domain/page"
import { MemberRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { paged } from "../../platform/paged.ts"

export interface MemberListQuery extends ListQuery<"members"> {
  readonly search?: string | undefined
  readonly filterId?: ReadonlyArray<number> | undefined
  readonly filterNotId?: ReadonlyArray<number> | undefined
}

/** A page of the users with a direct permission or a role. Source: reference "auth-and-permissions" 6.1. */
export const listMembers = Effect.fn("listMembers")(function* (
  { projectId }: ProjectAccess<"members.view">,
  query: MemberListQuery
) {
  const repository = yield* MemberRepository
  return yield* paged("members", query, (slice) =>
    repository.list({
      projectId,
      search: query.search ?? "",
      ids: query.filterId ?? null,
      exceptIds: query.filterNotId ?? [],
      ...slice
    })
  )
})
