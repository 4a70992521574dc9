import { OrganizationRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"

/** What would be deleted together with the caller's account. Source: reference "auth-and-permissions" 5.4. */
export const listSingleOwnedOrganizations = Effect.fn("listSingleOwnedOrganizations")(function* ({
  caller
}: UserAccess) {
  const repository = yield* OrganizationRepository
  return yield* repository.listSingleOwned(caller.userId)
})
