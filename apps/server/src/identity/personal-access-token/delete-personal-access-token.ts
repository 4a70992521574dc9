import { Database, PersonalAccessTokenRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { getPersonalAccessToken } from "./get-personal-access-token.ts"

/** It stops working at once. Source: reference "auth-and-permissions" 4.6. */
export const deletePersonalAccessToken = Effect.fn("deletePersonalAccessToken")(function* (
  access: UserAccess,
  tokenId: number
) {
  const repository = yield* PersonalAccessTokenRepository
  const database = yield* Database
  yield* getPersonalAccessToken(access, tokenId)
  yield* database.transaction(repository.delete(tokenId))
})
