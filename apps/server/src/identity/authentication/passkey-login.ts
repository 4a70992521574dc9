import type { PasskeyAssertionBody } from "@dragoman/api"
import { UserRepository, type UserRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith, failWithStatus } from "../../platform/fail.ts"
import { loginLimit, passkeyOptionsLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import type { PublicAccess } from "../../service/access/access.ts"
import { logFailedLogin } from "../../service/access/failed-login.ts"
import { recordFailure } from "../../service/audit/record-failure.ts"
import { makeRequestOptions } from "../passkey/passkey-options.ts"
import { verifyPasskey } from "../passkey/verify-passkey.ts"
import { rememberClient } from "./known-clients.ts"
import type { ProvingClient } from "./prove-user.ts"
import { issueLoginToken } from "./record-login.ts"

/** Returns the options with which a browser asks for a passkey of any account. */
export const getLoginOptions = Effect.fn("getLoginOptions")(function* (
  _access: PublicAccess,
  { network, relyingParty }: ProvingClient
) {
  const rateLimiter = yield* RateLimiter
  yield* rateLimiter.consume(passkeyOptionsLimit, network)
  return yield* makeRequestOptions({ purpose: "LOG_IN", userId: null, relyingParty, passkeys: [] })
})

/** Issues a super token for a passkey. */
export const logInWithPasskey = Effect.fn("logInWithPasskey")(function* (
  access: PublicAccess,
  client: ProvingClient,
  assertion: PasskeyAssertionBody
) {
  const { user, passkey } = yield* checkPasskeyLogin(access, client, assertion)
  return yield* issueLoginToken(user, { isSuper: true, after: { passkey } })
})

interface PasskeyLogin {
  readonly user: UserRow
  /** Name of the passkey, for the audit log. */
  readonly passkey: string
}

/**
 * Finds the user of a passkey. It counts as both factors: the authenticator is one, and the PIN, finger or face that it
 * has checked is the other.
 */
export const checkPasskeyLogin = Effect.fnUntraced(function* (
  _access: PublicAccess,
  { network, relyingParty }: ProvingClient,
  assertion: PasskeyAssertionBody
) {
  const rateLimiter = yield* RateLimiter
  const users = yield* UserRepository
  yield* rateLimiter.consume(loginLimit, network)
  const passkey = yield* verifyPasskey({ purpose: "LOG_IN", userId: null, relyingParty, assertion })
  const user = passkey === null ? null : Option.getOrNull(yield* users.find(passkey.userId))
  if (passkey === null || user === null) {
    const failure = "passkey_not_accepted"
    yield* logFailedLogin(failure, null)
    yield* recordFailure({ userId: null, username: null }, { action: "LOGIN_FAILED", failure })
    return yield* failWith(failure)
  }
  if (user.disabledAt !== null) {
    const failure = "user_account_disabled"
    yield* logFailedLogin("user_disabled", user.username)
    yield* recordFailure(user, { action: "LOGIN_FAILED", failure })
    return yield* failWithStatus(401, failure)
  }
  yield* rememberClient(user.userId, network)
  return { user, passkey: passkey.name } satisfies PasskeyLogin
})
