import type { Json } from "@dragoman/domain/error"
import { OrganizationRepository, UserPreferenceRepository, UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import type { UserAccess } from "../../service/access/access.ts"

/** Reads the caller's account. 404 when it was deleted between the authorization and now. */
export const getUser = Effect.fn("getUser")(function* ({ caller }: UserAccess) {
  const repository = yield* UserRepository
  const found = yield* repository.find(caller.userId)
  return Option.isSome(found) ? found.value : yield* failWith("user_not_found")
})

/** Lists the organizations that would be deleted together with the caller's account. */
export const listSingleOwnedOrganizations = Effect.fn("listSingleOwnedOrganizations")(function* ({
  caller
}: UserAccess) {
  const repository = yield* OrganizationRepository
  return yield* repository.listSingleOwned(caller.userId)
})

/** Reads the caller's stored preferences. */
export const getUserPreferences = Effect.fn("getUserPreferences")(function* ({ caller }: UserAccess) {
  const repository = yield* UserPreferenceRepository
  return yield* repository.find(caller.userId)
})

/** Reads the value that a client stored for the caller under this name; null: none. */
export const getStoredValue = Effect.fn("getStoredValue")(function* ({ caller }: UserAccess, field: string) {
  const repository = yield* UserPreferenceRepository
  const found = yield* repository.findStoredValue(caller.userId, field)
  return Option.isSome(found) ? (JSON.parse(found.value) as Json) : null
})
