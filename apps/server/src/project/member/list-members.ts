import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { MemberRepository, memberOrder } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

export interface MemberListQuery extends PageQuery {
  readonly search?: string | undefined
  readonly filterId?: ReadonlyArray<number> | undefined
  readonly filterNotId?: ReadonlyArray<number> | undefined
}

const sortable = Object.keys(memberOrder) as ReadonlyArray<keyof typeof memberOrder>

/** A page of the users with a direct permission or a role. Source: reference "auth-and-permissions" 6.1. */
export const listMembers = Effect.fn("listMembers")(function* (
  { projectId }: ProjectAccess<"members.view">,
  query: MemberListQuery
) {
  const request = yield* orFail(parsePageRequest(query, sortable))
  const repository = yield* MemberRepository
  const { rows, total } = yield* repository.list({
    projectId,
    search: query.search ?? "",
    ids: query.filterId ?? null,
    exceptIds: query.filterNotId ?? [],
    ...pageRows(request)
  })
  return { rows, page: pageEnvelope(request, total) }
})
