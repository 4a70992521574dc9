import { OrganizationRepository, UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { UserAccess } from "../../platform/access/access.ts"
import { failWith } from "../../platform/fail.ts"

/** The caller's account. 404 when it was deleted between the authorization and now. */
export const getUser = Effect.fn("getUser")(function* ({ caller }: UserAccess) {
  const repository = yield* UserRepository
  const found = yield* repository.find(caller.userId)
  return Option.isSome(found) ? found.value : yield* failWith("user_not_found")
})

/** The organizations that would be deleted together with the caller's account. */
export const listSingleOwnedOrganizations = Effect.fn("listSingleOwnedOrganizations")(function* ({
  caller
}: UserAccess) {
  const repository = yield* OrganizationRepository
  return yield* repository.listSingleOwned(caller.userId)
})
