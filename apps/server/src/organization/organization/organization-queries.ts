import type { ListQuery } from "@dragoman/domain/page"
import { OrganizationLanguageRepository, OrganizationRepository, OrganizationUserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { OrganizationAccess, UserAccess } from "../../service/access/access.ts"

/** Returns the organization with the caller's role in it. */
export const getOrganization = Effect.fn("getOrganization")(function* (access: OrganizationAccess) {
  const repository = yield* OrganizationRepository
  const found = yield* repository.find(access.organizationId, access.caller.userId)
  return Option.isSome(found) ? found.value : yield* failWith("organization_not_found")
})

export interface OrganizationListQuery extends ListQuery<"organizations"> {
  readonly search?: string | undefined
  readonly filterCurrentUserOwner?: boolean | undefined
}

/**
 * Reads a page of the organizations that the caller belongs to; also for server administrators, who can see all of
 * them.
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
      ownedOnly: query.filterCurrentUserOwner === true,
      ...slice
    })
  )
})

/** Reads a page of the users with a role in the organization or a direct permission in one of its projects. */
export const listOrganizationUsers = Effect.fn("listOrganizationUsers")(function* (
  { organizationId }: OrganizationAccess<"MEMBER">,
  query: ListQuery<"organizationUsers"> & { readonly search?: string | undefined }
) {
  const repository = yield* OrganizationUserRepository
  return yield* paged("organizationUsers", query, (slice) =>
    repository.list({ organizationId, search: query.search ?? "", ...slice })
  )
})

export interface OrganizationLanguageListQuery extends ListQuery<"organizationLanguages"> {
  readonly search?: string | undefined
  readonly projectIds?: ReadonlyArray<number> | undefined
}

/** Reads a page of the languages of all projects that the caller can enter, one per tag. */
export const listOrganizationLanguages = Effect.fn("listOrganizationLanguages")(function* (
  { caller, organizationId }: OrganizationAccess<"VIEWER">,
  query: OrganizationLanguageListQuery,
  { baseOnly }: { readonly baseOnly: boolean }
) {
  const repository = yield* OrganizationLanguageRepository
  return yield* paged("organizationLanguages", query, (slice) =>
    repository.list({
      organizationId,
      userId: caller.serverRole === "ADMIN" ? null : caller.userId,
      search: query.search ?? "",
      projectIds: query.projectIds ?? [],
      baseOnly,
      ...slice
    })
  )
})
