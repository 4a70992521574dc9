import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { AdministrationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { AdministratorAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

/** A page of all organizations, by name unless asked otherwise. Source: reference "auth-and-permissions" 5.6. */
export const listAllOrganizations = Effect.fn("listAllOrganizations")(function* (
  { caller }: AdministratorAccess,
  query: PageQuery & { readonly search?: string | undefined }
) {
  const request = yield* orFail(parsePageRequest(query, ["name", "slug"], [{ property: "name", direction: "asc" }]))
  const repository = yield* AdministrationRepository
  const { rows, total } = yield* repository.listOrganizations({
    userId: caller.userId,
    search: query.search ?? "",
    ...pageRows(request)
  })
  return { rows, page: pageEnvelope(request, total) }
})
