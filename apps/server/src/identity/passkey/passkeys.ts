import type { PasskeyBody } from "@dragoman/api"
import { checkRemovePasskey, passkeysMax, type RelyingParty, validatePasskeyName } from "@dragoman/domain/second-factor"
import { Database, PasskeyRepository, UserRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failIf, failWith, failWithStatus, orFail } from "../../platform/fail.ts"
import { passkeyOptionsLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import type { UserAccess } from "../../service/access/access.ts"
import { lockCaller } from "../../service/access/lock-caller.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { notifyUsers } from "../../service/notification/notify-users.ts"
import { makeCreationOptions, makeRequestOptions } from "./passkey-options.ts"
import { requireRelyingParty } from "./relying-party.ts"
import { verifyNewPasskey } from "./verify-passkey.ts"

/** Lists the caller's passkeys, the oldest one first. */
export const listPasskeys = Effect.fn("listPasskeys")(function* ({ caller }: UserAccess) {
  const passkeys = yield* PasskeyRepository
  return yield* passkeys.list(caller.userId)
})

/** Returns the options with which the browser makes a new passkey for the caller. */
export const getCreationOptions = Effect.fn("getCreationOptions")(function* (
  access: UserAccess,
  relyingParty: RelyingParty | null
) {
  const rateLimiter = yield* RateLimiter
  const user = yield* findCaller(access)
  yield* rateLimiter.consume(passkeyOptionsLimit, `user ${user.userId}`)
  return yield* makeCreationOptions(user, relyingParty, yield* listPasskeys(access))
})

/** Returns the options with which the browser asks for a passkey of the caller. */
export const getProofOptions = Effect.fn("getProofOptions")(function* (
  access: UserAccess,
  relyingParty: RelyingParty | null
) {
  const rateLimiter = yield* RateLimiter
  const { userId } = access.caller
  yield* rateLimiter.consume(passkeyOptionsLimit, `user ${userId}`)
  const passkeys = yield* listPasskeys(access)
  return yield* makeRequestOptions({ purpose: "PROVE", userId, relyingParty, passkeys })
})

/** Adds a passkey to the caller's account. From then on it opens the account without the password. */
export const addPasskey = Effect.fn("addPasskey")(function* (
  access: UserAccess,
  relyingParty: RelyingParty | null,
  body: PasskeyBody
) {
  const passkeys = yield* PasskeyRepository
  const database = yield* Database
  const { userId } = access.caller
  const name = yield* orFail(validatePasskeyName(body.name))
  const party = yield* requireRelyingParty(relyingParty)
  const verified = yield* verifyNewPasskey(userId, party, body.credential)
  if (verified === null) return yield* failWithStatus(400, "passkey_not_accepted")
  const at = yield* Clock.currentTimeMillis
  const added = { ...verified, name, createdAt: at, lastUsedAt: null }
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* lockCaller(access.caller)
      const before = yield* passkeys.list(userId)
      if (before.length >= passkeysMax) return yield* failWith("too_many_passkeys", [passkeysMax])
      const created = yield* passkeys.create(added)
      if (Option.isNone(created)) return yield* failWith("passkey_exists")
      yield* recordAudit(access.caller, { action: "PASSKEY_ADDED", object: ownAccount(access), after: { name } })
      // Users are notified of their own action too, as with everything that opens an account: a thief may have done it.
      yield* notifyUsers({ type: "PASSKEY_ADDED", params: { name }, userIds: [userId], project: null, actor: null })
      return { ...added, passkeyId: created.value }
    })
  )
})

/** Renames a passkey of the caller; those of other users count as absent. */
export const renamePasskey = Effect.fn("renamePasskey")(function* (
  access: UserAccess,
  passkeyId: number,
  wanted: string | null | undefined
) {
  const passkeys = yield* PasskeyRepository
  const database = yield* Database
  const name = yield* orFail(validatePasskeyName(wanted))
  return yield* database.transaction(
    Effect.gen(function* () {
      const passkey = yield* findLocked(access, passkeyId)
      yield* passkeys.rename(access.caller.userId, passkeyId, name)
      return { ...passkey, name }
    })
  )
})

/** Removes a passkey of the caller. The last one stays when nothing else opens the account. */
export const removePasskey = Effect.fn("removePasskey")(function* (access: UserAccess, passkeyId: number) {
  const passkeys = yield* PasskeyRepository
  const database = yield* Database
  const { userId } = access.caller
  yield* database.transaction(
    Effect.gen(function* () {
      const { name } = yield* findLocked(access, passkeyId)
      const { passwordHash, thirdPartyAuthType } = yield* findCaller(access)
      const all = yield* passkeys.list(userId)
      const problem = checkRemovePasskey({
        hasPassword: passwordHash !== null,
        hasProvider: thirdPartyAuthType !== null,
        passkeys: all.length
      })
      yield* failIf(problem === null ? null : yield* Effect.flip(failWith(problem)))
      yield* passkeys.delete(userId, passkeyId)
      yield* recordAudit(access.caller, { action: "PASSKEY_REMOVED", object: ownAccount(access), before: { name } })
    })
  )
})

const findLocked = Effect.fnUntraced(function* (access: UserAccess, passkeyId: number) {
  yield* lockCaller(access.caller)
  const all = yield* listPasskeys(access)
  const passkey = all.find((one) => one.passkeyId === passkeyId)
  return passkey ?? (yield* failWith("resource_not_found"))
})

const findCaller = Effect.fnUntraced(function* ({ caller }: UserAccess) {
  const users = yield* UserRepository
  const found = yield* users.find(caller.userId)
  return Option.isSome(found) ? found.value : yield* failWith("user_not_found")
})

const ownAccount = ({ caller }: UserAccess) => ({ kind: "USER", id: caller.userId, name: caller.username }) as const
