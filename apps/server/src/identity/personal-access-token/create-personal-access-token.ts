import type { PersonalAccessTokenBody } from "@dragoman/api"
import { validateTokenDescription } from "@dragoman/domain/credential"
import { Database, PersonalAccessTokenRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { getPersonalAccessToken } from "./get-personal-access-token.ts"
import { newPersonalAccessToken } from "./new-personal-access-token.ts"

/** Shows the token, this once. Source: reference "auth-and-permissions" 4.6. */
export const createPersonalAccessToken = Effect.fn("createPersonalAccessToken")(function* (
  access: UserAccess,
  body: PersonalAccessTokenBody
) {
  const repository = yield* PersonalAccessTokenRepository
  const database = yield* Database
  const description = yield* orFail(validateTokenDescription(body))
  const { token, tokenHash } = yield* newPersonalAccessToken
  const at = yield* Clock.currentTimeMillis
  const row = { userId: access.caller.userId, description, tokenHash, expiresAt: body.expiresAt ?? null, at }
  const tokenId = yield* database.transaction(repository.create(row))
  return { row: yield* getPersonalAccessToken(access, tokenId), token }
})
