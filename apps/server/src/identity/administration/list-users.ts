import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { AdministrationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { AdministratorAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

/** A page of all accounts, disabled ones too. Source: reference "auth-and-permissions" 5.6. */
export const listUsers = Effect.fn("listUsers")(function* (
  _access: AdministratorAccess,
  query: PageQuery & { readonly search?: string | undefined }
) {
  const request = yield* orFail(parsePageRequest(query, ["name", "username", "globalServerRole"]))
  const repository = yield* AdministrationRepository
  const { rows, total } = yield* repository.listUsers({
    search: query.search ?? "",
    ...pageRows(request)
  })
  return { rows, page: pageEnvelope(request, total) }
})
