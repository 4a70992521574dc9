import type { PasswordBody } from "@dragoman/api"
import { validatePasswordChange } from "@dragoman/domain/user"
import { Database, UserRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { UserAccess } from "../access/grant.ts"
import { AccessTokens } from "../authentication/access-token.ts"
import { removeInitialPasswordFile } from "../authentication/initial-password-file.ts"
import { hashPassword, verifyPassword } from "../authentication/password-hash.ts"
import { accepted, refusedWith } from "../http/refused.ts"
import { getUser } from "./get-user.ts"

/**
 * Access tokens from before stop working; keys and personal access tokens stay. The answer is a new access token without
 * super powers. Source: reference "auth-and-permissions" 4.3, 5.4.
 */
export const changePassword = Effect.fn("changePassword")(function* (access: UserAccess, body: PasswordBody) {
  const repository = yield* UserRepository
  const database = yield* Database
  const accessTokens = yield* AccessTokens
  const { currentPassword, password } = yield* accepted(validatePasswordChange(body))
  const user = yield* getUser(access)
  const isRight = yield* verifyPassword(currentPassword, user.passwordHash)
  if (!isRight) return yield* refusedWith(403, "wrong_current_password")
  const passwordHash = yield* hashPassword(password)
  const now = yield* Clock.currentTimeMillis
  // Tokens know whole seconds only: the one that is issued below has to be late enough.
  const tokensValidNotBefore = now - (now % 1000)
  yield* database.transaction(
    repository.setPassword(user.userId, { passwordHash, passwordChanged: true, tokensValidNotBefore })
  )
  if (user.isInitial) yield* removeInitialPasswordFile()
  return yield* accessTokens.issue({ userId: user.userId, isSuper: false })
})
