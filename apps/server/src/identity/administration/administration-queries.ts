import type { ListQuery } from "@dragoman/domain/page"
import { AdministrationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { AdministratorAccess } from "../../platform/access/access.ts"
import { paged } from "../../platform/paged.ts"

/** A page of all organizations. */
export const listAllOrganizations = Effect.fn("listAllOrganizations")(function* (
  { caller }: AdministratorAccess,
  query: ListQuery<"allOrganizations"> & { readonly search?: string | undefined }
) {
  const repository = yield* AdministrationRepository
  return yield* paged("allOrganizations", query, (slice) =>
    repository.listOrganizations({ userId: caller.userId, search: query.search ?? "", ...slice })
  )
})

/** A page of all accounts, disabled ones too. */
export const listUsers = Effect.fn("listUsers")(function* (
  _access: AdministratorAccess,
  query: ListQuery<"users"> & { readonly search?: string | undefined }
) {
  const repository = yield* AdministrationRepository
  return yield* paged("users", query, (slice) => repository.listUsers({ search: query.search ?? "", ...slice }))
})
