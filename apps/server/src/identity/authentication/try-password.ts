import { createHash } from "node:crypto"
import { Effect } from "effect"
import { loginLimit, RateLimiter, wrongPasswordLimit } from "../../platform/http/rate-limiter.ts"
import { verifyPassword } from "./password-hash.ts"

/**
 * Whether the password opens the account. Every place that asks for a password tries it here, so that guessing is limited
 * everywhere by client and by user name. `network`: of the client. `hash` null: there is no account or no password.
 */
export const tryPassword = Effect.fn("tryPassword")(function* (attempt: {
  readonly network: string
  readonly username: string
  readonly password: string
  readonly hash: string | null
}) {
  const rateLimiter = yield* RateLimiter
  const bucket = bucketOf(attempt.username)
  yield* rateLimiter.consume(loginLimit, attempt.network)
  // Taken before the answer is known: attempts at the same time must not all find room.
  yield* rateLimiter.consume(wrongPasswordLimit, bucket)
  const isRight = yield* verifyPassword(attempt.password, attempt.hash)
  if (isRight) yield* rateLimiter.giveBack(wrongPasswordLimit, bucket)
  return isRight
})

/** Of one length, however long the user name in the request is. */
const bucketOf = (username: string): string => createHash("sha256").update(username, "utf8").digest("base64")
