import type { ListQuery } from "@dragoman/domain/page"
import { OrganizationLanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"
import { paged } from "../../platform/paged.ts"

export interface OrganizationLanguageListQuery extends ListQuery<"organizationLanguages"> {
  readonly search?: string | undefined
  readonly projectIds?: ReadonlyArray<number> | undefined
}

/** A page of the languages of all projects that the caller can enter, one per tag. Source: reference "content-api" 1.2. */
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
