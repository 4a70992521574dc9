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
import { orFail } from "../../platform/fail.ts"
import type { UserAccess } from "../../service/access/access.ts"
import { digestOfKey } from "../../service/access/authenticate.ts"
import { lockCaller } from "../../service/access/lock-caller.ts"
import { recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { notifyUsers } from "../../service/notification/notify-users.ts"
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
  const tokenId = yield* database.transaction(
    Effect.gen(function* () {
      yield* lockCaller(access.caller)
      const id = yield* repository.create(row)
      const after = { description, expiresAt: row.expiresAt }
      yield* recordAudit(access.caller, { action: "ACCESS_TOKEN_CREATED", object: tokenObject(id, description), after })
      yield* notifyOfToken(access, description)
      return id
    })
  )
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
  const before = yield* getPersonalAccessToken(access, tokenId)
  const at = yield* Clock.currentTimeMillis
  const event = { action: "ACCESS_TOKEN_EDITED", object: tokenObject(tokenId, before.description) } as const
  yield* database.transaction(
    Effect.andThen(
      repository.setDescription(tokenId, description, at),
      recordChange(access.caller, event, { description: before.description }, { description })
    )
  )
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
  const before = yield* getPersonalAccessToken(access, tokenId)
  const { token, tokenHash } = newToken()
  const at = yield* Clock.currentTimeMillis
  const expiresAt = body.expiresAt ?? null
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockCaller(access.caller)
      yield* repository.replace(tokenId, { tokenHash, expiresAt, at })
      yield* recordAudit(access.caller, {
        action: "ACCESS_TOKEN_REGENERATED",
        object: tokenObject(tokenId, before.description),
        before: { expiresAt: before.expiresAt },
        after: { expiresAt }
      })
      yield* notifyOfToken(access, before.description)
    })
  )
  return { row: yield* getPersonalAccessToken(access, tokenId), token }
})

/** Deletes a token, which stops working at once. */
export const deletePersonalAccessToken = Effect.fn("deletePersonalAccessToken")(function* (
  access: UserAccess,
  tokenId: number
) {
  const repository = yield* PersonalAccessTokenRepository
  const database = yield* Database
  const { description } = yield* getPersonalAccessToken(access, tokenId)
  yield* database.transaction(
    Effect.andThen(
      repository.delete(tokenId),
      recordAudit(access.caller, { action: "ACCESS_TOKEN_DELETED", object: tokenObject(tokenId, description) })
    )
  )
})

/** Notifies users of their own action too: a thief may have done it. */
const notifyOfToken = ({ caller }: UserAccess, description: string) =>
  notifyUsers({
    type: "ACCESS_TOKEN_ISSUED",
    params: { description },
    userIds: [caller.userId],
    project: null,
    actor: null
  })

const tokenObject = (id: number, name: string) => ({ kind: "ACCESS_TOKEN", id, name }) as const

/** `token`: for its user, once. `tokenHash`: for the database. */
const newToken = () => {
  const secret = generatePersonalAccessToken(randomBytes(personalAccessTokenRandomBytes))
  return { token: encodePersonalAccessToken(secret), tokenHash: digestOfKey(secret) }
}
