import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { OrganizationUserRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

const defaultSort = [
  { property: "name", direction: "asc" },
  { property: "username", direction: "asc" }
] as const

/** A page of the users with a role or with direct permissions. Source: reference "auth-and-permissions" 5.3. */
export const listOrganizationUsers = Effect.fn("listOrganizationUsers")(function* (
  access: OrganizationAccess<"MEMBER">,
  query: PageQuery & { readonly search?: string | undefined }
) {
  const request = yield* orFail(parsePageRequest(query, ["name", "username", "organizationRole"], defaultSort))
  const repository = yield* OrganizationUserRepository
  const { rows, total } = yield* repository.list({
    organizationId: access.organizationId,
    search: query.search ?? "",
    ...pageRows(request)
  })
  return { rows, page: pageEnvelope(request, total) }
})
