import { UserPreferenceRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"

/** As stored. Source: reference "auth-and-permissions" 5.5. */
export const getUserPreferences = Effect.fn("getUserPreferences")(function* ({ caller }: UserAccess) {
  const repository = yield* UserPreferenceRepository
  return yield* repository.find(caller.userId)
})
