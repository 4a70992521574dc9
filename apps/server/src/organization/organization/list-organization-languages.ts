import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { OrganizationLanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

export interface OrganizationLanguageListQuery extends PageQuery {
  readonly search?: string | undefined
  readonly projectIds?: ReadonlyArray<number> | undefined
}

const defaultSort = [
  { property: "base", direction: "desc" },
  { property: "name", direction: "asc" },
  { property: "tag", direction: "asc" }
] as const

/** A page of the languages of all projects that the caller can enter, one per tag. Source: reference "content-api" 1.2. */
export const listOrganizationLanguages = Effect.fn("listOrganizationLanguages")(function* (
  { caller, organizationId }: OrganizationAccess<"VIEWER">,
  query: OrganizationLanguageListQuery,
  { baseOnly }: { readonly baseOnly: boolean }
) {
  const request = yield* orFail(parsePageRequest(query, ["base", "name", "tag"], defaultSort))
  const repository = yield* OrganizationLanguageRepository
  const { rows, total } = yield* repository.list({
    organizationId,
    userId: caller.serverRole === "ADMIN" ? null : caller.userId,
    search: query.search ?? "",
    projectIds: query.projectIds ?? [],
    baseOnly,
    ...pageRows(request)
  })
  return { rows, page: pageEnvelope(request, total) }
})
