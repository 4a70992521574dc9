import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { OrganizationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

export interface OrganizationListQuery extends PageQuery {
  readonly search?: string | undefined
  readonly filterCurrentUserOwner?: "true" | "false" | undefined
}

/**
 * A page of the organizations that the caller belongs to, oldest first unless asked otherwise. Server administrators see
 * their own ones only. Source: reference "auth-and-permissions" 5.2.
 */
export const listOrganizations = Effect.fn("listOrganizations")(function* (
  access: UserAccess,
  query: OrganizationListQuery
) {
  const request = yield* orFail(parsePageRequest(query, ["name", "slug"]))
  const repository = yield* OrganizationRepository
  const { rows, total } = yield* repository.list({
    userId: access.caller.userId,
    search: query.search ?? "",
    ownedOnly: query.filterCurrentUserOwner === "true",
    ...pageRows(request)
  })
  return { rows, page: pageEnvelope(request, total) }
})
