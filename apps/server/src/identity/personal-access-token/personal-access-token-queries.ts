import type { ListQuery } from "@dragoman/domain/page"
import { PersonalAccessTokenRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { UserAccess } from "../../service/access/access.ts"

/** Reads a page of the caller's tokens. */
export const listPersonalAccessTokens = Effect.fn("listPersonalAccessTokens")(function* (
  { caller }: UserAccess,
  query: ListQuery<"personalAccessTokens">
) {
  const repository = yield* PersonalAccessTokenRepository
  return yield* paged("personalAccessTokens", query, (slice) => repository.list({ userId: caller.userId, ...slice }))
})

/** Reads one of the caller's own tokens; those of other users count as absent. */
export const getPersonalAccessToken = Effect.fn("getPersonalAccessToken")(function* (
  { caller }: UserAccess,
  tokenId: number
) {
  const repository = yield* PersonalAccessTokenRepository
  const found = yield* repository.find(tokenId)
  return Option.isSome(found) && found.value.userId === caller.userId ? found.value : yield* failWith("pat_not_found")
})

/** Reads the token of the request. */
export const getCurrentPersonalAccessToken = Effect.fn("getCurrentPersonalAccessToken")(function* (access: UserAccess) {
  const { credential } = access.caller
  if (credential.kind !== "PAT") return yield* failWith("invalid_authentication_method")
  return yield* getPersonalAccessToken(access, credential.id)
})
