import type { SuperTokenBody } from "@dragoman/api"
import type { RelyingParty } from "@dragoman/domain/second-factor"
import type { UserRow } from "@dragoman/store"
import { Effect } from "effect"
import { failWithStatus } from "../../platform/fail.ts"
import { loginLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import { logFailedLogin } from "../../service/access/failed-login.ts"
import { verifyPasskey } from "../passkey/verify-passkey.ts"
import { tryPassword } from "./password.ts"
import { useSecondFactor } from "./second-factor-code.ts"

/** The client that sends a proof. */
export interface ProvingClient {
  /** Network of the client, for the limits. */
  readonly network: string
  /** Origin for passkeys; null: passkeys are not possible. */
  readonly relyingParty: RelyingParty | null
}

/**
 * Checks the proof of a logged-in user before a dangerous operation: a passkey, else the second factor if the account
 * has one, else the password. `status`: of the error.
 */
export const proveUser = Effect.fn("proveUser")(function* (
  user: UserRow,
  { network, relyingParty }: ProvingClient,
  { password, otp, passkey }: SuperTokenBody,
  status: 401 | 403
) {
  const rateLimiter = yield* RateLimiter
  const { userId, username, passwordHash: hash } = user
  if (passkey !== null && passkey !== undefined) {
    yield* rateLimiter.consume(loginLimit, network)
    const verified = yield* verifyPasskey({ purpose: "PROVE", userId, relyingParty, assertion: passkey })
    if (verified !== null) return
    yield* logFailedLogin("passkey_not_accepted", username)
    return yield* failWithStatus(status, "passkey_not_accepted")
  }
  if (user.mfaEnabled) {
    yield* rateLimiter.consume(loginLimit, network)
    return yield* useSecondFactor(user, otp, status)
  }
  const isRight = yield* tryPassword({ network, username, password: password ?? "", hash })
  if (!isRight) return yield* failWithStatus(status, "wrong_current_password")
})
