import type { ListQuery } from "@dragoman/domain/page"
import { OrganizationUserRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"
import { paged } from "../../platform/paged.ts"

/** A page of the users with a role or with direct permissions. Source: reference "auth-and-permissions" 5.3. */
export const listOrganizationUsers = Effect.fn("listOrganizationUsers")(function* (
  access: OrganizationAccess<"MEMBER">,
  query: ListQuery<"organizationUsers"> & { readonly search?: string | undefined }
) {
  const repository = yield* OrganizationUserRepository
  return yield* paged("organizationUsers", query, (slice) =>
    repository.list({
      organizationId: access.organizationId,
      search: query.search ?? "",
      ...slice
    })
  )
})
