import { randomBytes } from "node:crypto"
import type { PersonalAccessTokenBody, RegenerateBody } from "@dragoman/api"
import {
  encodePersonalAccessToken,
  generatePersonalAccessToken,
  personalAccessTokenRandomBytes,
  validateTokenDescription
} from "@dragoman/domain/credential"
import { Database, PersonalAccessTokenRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { UserAccess } from "../../platform/access/access.ts"
import { digestOfKey } from "../../platform/access/authenticate.ts"
import { lockCaller } from "../../platform/access/lock-caller.ts"
import { orFail } from "../../platform/fail.ts"
import { getPersonalAccessToken } from "./personal-access-token-queries.ts"

/** Creates a token of the caller and returns it in clear, this once. */
export const createPersonalAccessToken = Effect.fn("createPersonalAccessToken")(function* (
  access: UserAccess,
  body: PersonalAccessTokenBody
) {
  const repository = yield* PersonalAccessTokenRepository
  const database = yield* Database
  const description = yield* orFail(validateTokenDescription(body))
  const { token, tokenHash } = newToken()
  const at = yield* Clock.currentTimeMillis
  const row = { userId: access.caller.userId, description, tokenHash, expiresAt: body.expiresAt ?? null, at }
  const tokenId = yield* database.transaction(Effect.andThen(lockCaller(access.caller), repository.create(row)))
  return { row: yield* getPersonalAccessToken(access, tokenId), token }
})

/** Replaces the description of a token; its expiry stays. */
export const editPersonalAccessToken = Effect.fn("editPersonalAccessToken")(function* (
  access: UserAccess,
  tokenId: number,
  body: PersonalAccessTokenBody
) {
  const repository = yield* PersonalAccessTokenRepository
  const database = yield* Database
  const description = yield* orFail(validateTokenDescription(body))
  yield* getPersonalAccessToken(access, tokenId)
  const at = yield* Clock.currentTimeMillis
  yield* database.transaction(repository.setDescription(tokenId, description, at))
  return yield* getPersonalAccessToken(access, tokenId)
})

/** Replaces the secret of a token and returns the new one in clear, this once. */
export const regeneratePersonalAccessToken = Effect.fn("regeneratePersonalAccessToken")(function* (
  access: UserAccess,
  tokenId: number,
  body: RegenerateBody
) {
  const repository = yield* PersonalAccessTokenRepository
  const database = yield* Database
  yield* getPersonalAccessToken(access, tokenId)
  const { token, tokenHash } = newToken()
  const at = yield* Clock.currentTimeMillis
  yield* database.transaction(repository.replace(tokenId, { tokenHash, expiresAt: body.expiresAt ?? null, at }))
  return { row: yield* getPersonalAccessToken(access, tokenId), token }
})

/** Deletes a token, which stops working at once. */
export const deletePersonalAccessToken = Effect.fn("deletePersonalAccessToken")(function* (
  access: UserAccess,
  tokenId: number
) {
  const repository = yield* PersonalAccessTokenRepository
  const database = yield* Database
  yield* getPersonalAccessToken(access, tokenId)
  yield* database.transaction(repository.delete(tokenId))
})

/** `token`: for its user, once. `tokenHash`: for the database. */
const newToken = () => {
  const secret = generatePersonalAccessToken(randomBytes(personalAccessTokenRandomBytes))
  return { token: encodePersonalAccessToken(secret), tokenHash: digestOfKey(secret) }
}
