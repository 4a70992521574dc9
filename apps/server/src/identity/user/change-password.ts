import type { PasswordBody } from "@dragoman/api"
import { nextTokenGeneration } from "@dragoman/domain/credential"
import { validatePasswordChange } from "@dragoman/domain/user"
import { Database, UserRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { AccessTokens } from "../../platform/access/access-token.ts"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWithStatus, orFail } from "../../platform/fail.ts"
import { removeInitialPasswordFile } from "../authentication/initial-password-file.ts"
import { hashPassword } from "../authentication/password-hash.ts"
import { tryPassword } from "../authentication/try-password.ts"
import { getUser } from "./get-user.ts"

/**
 * Access tokens from before stop working; keys and personal access tokens stay. The answer is a new access token without
 * super powers. `network`: of the client, as wrong passwords are limited.
 */
export const changePassword = Effect.fn("changePassword")(function* (
  access: UserAccess,
  network: string,
  body: PasswordBody
) {
  const repository = yield* UserRepository
  const database = yield* Database
  const accessTokens = yield* AccessTokens
  const user = yield* getUser(access)
  const { username } = user
  const { currentPassword, password } = yield* orFail(validatePasswordChange(body, username))
  const isRight = yield* tryPassword({ network, username, password: currentPassword, hash: user.passwordHash })
  if (!isRight) return yield* failWithStatus(403, "wrong_current_password")
  const passwordHash = yield* hashPassword(password)
  const now = yield* Clock.currentTimeMillis
  const tokensValidNotBefore = nextTokenGeneration(now, user.tokensValidNotBefore)
  yield* database.transaction(
    repository.setPassword(user.userId, { passwordHash, passwordChanged: true, tokensValidNotBefore })
  )
  if (user.isInitial) yield* removeInitialPasswordFile()
  return yield* accessTokens.issue({ user: { ...user, tokensValidNotBefore }, isSuper: false })
})
