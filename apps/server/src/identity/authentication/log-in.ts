import type { LoginBody } from "@dragoman/api"
import { validateLogin } from "@dragoman/domain/user"
import { UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { AccessTokens } from "../../platform/access/access-token.ts"
import type { PublicAccess } from "../../platform/access/grant.ts"
import { failWith, failWithStatus, orFail } from "../../platform/fail.ts"
import { tryPassword } from "./try-password.ts"

/**
 * A super token for a user name and its password. Unknown names take as long as wrong passwords, and a disabled account
 * shows itself to its password only. `network`: of the client, for the limits.
 * Source: reference "auth-and-permissions" 4.2.
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
