import { Database, UserPreferenceRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"

/** The language in which programs talk to the caller. Source: reference "auth-and-permissions" 5.5. */
export const setLanguage = Effect.fn("setLanguage")(function* ({ caller }: UserAccess, languageTag: string) {
  const repository = yield* UserPreferenceRepository
  const database = yield* Database
  yield* database.transaction(repository.setLanguage(caller.userId, languageTag))
})
