import { PersonalAccessTokenRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/** One of the caller's own tokens; those of others are like none. */
export const getPersonalAccessToken = Effect.fn("getPersonalAccessToken")(function* (
  { caller }: UserAccess,
  tokenId: number
) {
  const repository = yield* PersonalAccessTokenRepository
  const found = yield* repository.find(tokenId)
  return Option.isSome(found) && found.value.userId === caller.userId ? found.value : yield* failWith("pat_not_found")
})
