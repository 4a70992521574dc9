import type { RegenerateBody } from "@dragoman/api"
import { Database, PersonalAccessTokenRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { getPersonalAccessToken } from "./get-personal-access-token.ts"
import { newPersonalAccessToken } from "./new-personal-access-token.ts"

/** The token before stops working; the new one is shown this once. Source: reference "auth-and-permissions" 4.6. */
export const regeneratePersonalAccessToken = Effect.fn("regeneratePersonalAccessToken")(function* (
  access: UserAccess,
  tokenId: number,
  body: RegenerateBody
) {
  const repository = yield* PersonalAccessTokenRepository
  const database = yield* Database
  yield* getPersonalAccessToken(access, tokenId)
  const { token, tokenHash } = yield* newPersonalAccessToken
  const at = yield* Clock.currentTimeMillis
  yield* database.transaction(repository.replace(tokenId, { tokenHash, expiresAt: body.expiresAt ?? null, at }))
  return { row: yield* getPersonalAccessToken(access, tokenId), token }
})
