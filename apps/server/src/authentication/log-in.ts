import type { LoginBody } from "@dragoman/api"
import { validateLogin } from "@dragoman/domain/user"
import { UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { PublicAccess } from "../access/grant.ts"
import { loginLimit, RateLimiter } from "../http/rate-limiter.ts"
import { accepted, refusedWith } from "../http/refused.ts"
import { AccessTokens } from "./access-token.ts"
import { verifyPassword } from "./password-hash.ts"

/**
 * A super token for a user name and its password. Unknown names take as long as wrong passwords, and a disabled account
 * shows itself to its password only. `address`: of the client, for the rate limit.
 * Source: reference "auth-and-permissions" 4.2.
 */
export const logIn = Effect.fn("logIn")(function* (_access: PublicAccess, address: string, body: LoginBody) {
  const rateLimiter = yield* RateLimiter
  const repository = yield* UserRepository
  const accessTokens = yield* AccessTokens
  yield* rateLimiter.consume(loginLimit, address)
  const { username, password } = yield* accepted(validateLogin(body))
  const user = Option.getOrNull(yield* repository.findByUsername(username))
  const isRight = yield* verifyPassword(password, user === null ? null : user.passwordHash)
  if (user === null || !isRight) return yield* refusedWith(401, "bad_credentials")
  if (user.disabledAt !== null) return yield* refusedWith(401, "user_account_disabled")
  return yield* accessTokens.issue({ userId: user.userId, isSuper: true })
})
