import { createHash } from "node:crypto"
import type { LoginBody } from "@dragoman/api"
import { validateLogin } from "@dragoman/domain/user"
import { UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { PublicAccess } from "../../platform/access/access.ts"
import { AccessTokens } from "../../platform/access/access-token.ts"
import { failWith, failWithStatus, orFail } from "../../platform/fail.ts"
import { loginLimit, RateLimiter, wrongPasswordLimit } from "../../platform/http/rate-limiter.ts"
import { verifyPassword } from "./password-hash.ts"

/**
 * Issues a super token for a user name and its password. Unknown names take as long as wrong passwords, and only the right
 * password shows that an account is disabled. `network`: of the client, for the limits.
 * Source: docs/permissions.md#what-strangers-learn.
 */
export const logIn = Effect.fn("logIn")(function* (_access: PublicAccess, network: string, body: LoginBody) {
  const repository = yield* UserRepository
  const accessTokens = yield* AccessTokens
  const { username, password } = yield* orFail(validateLogin(body))
  const user = Option.getOrNull(yield* repository.findByUsername(username))
  const isRight = yield* tryPassword({ network, username, password, hash: user === null ? null : user.passwordHash })
  if (user === null || !isRight) return yield* failWith("bad_credentials")
  if (user.disabledAt !== null) return yield* failWithStatus(401, "user_account_disabled")
  return yield* accessTokens.issue({ user, isSuper: true })
})

/**
 * Whether the password opens the account. Every check of a password goes through here, so that guessing is limited by
 * client and by user name. `network`: of the client. `hash` null: there is no account or no password.
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
  // Consumed before the result is known: concurrent attempts must not all pass the limit.
  yield* rateLimiter.consume(wrongPasswordLimit, bucket)
  const isRight = yield* verifyPassword(attempt.password, attempt.hash)
  if (isRight) yield* rateLimiter.giveBack(wrongPasswordLimit, bucket)
  return isRight
})

/** The name of the limit has one length, however long the user name in the request is. */
const bucketOf = (username: string): string => createHash("sha256").update(username, "utf8").digest("base64")
