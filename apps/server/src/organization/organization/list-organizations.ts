import type { ListQuery } from "@dragoman/domain/page"
import { OrganizationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { paged } from "../../platform/paged.ts"

export interface OrganizationListQuery extends ListQuery<"organizations"> {
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
  const repository = yield* OrganizationRepository
  return yield* paged("organizations", query, (slice) =>
    repository.list({
      userId: access.caller.userId,
      search: query.search ?? "",
      ownedOnly: query.filterCurrentUserOwner === "true",
      ...slice
    })
  )
})
