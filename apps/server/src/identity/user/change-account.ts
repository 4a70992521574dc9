import type { PasswordBody, SuperTokenBody, UserBody } from "@dragoman/api"
import { nextTokenGeneration } from "@dragoman/domain/credential"
import { customErrors } from "@dragoman/domain/error"
import { checkLoseAdministrator } from "@dragoman/domain/permission"
import { validatePasswordChange, validateUserEdit } from "@dragoman/domain/user"
import { Database, OrganizationRepository, UserRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { UserAccess } from "../../platform/access/access.ts"
import { AccessTokens } from "../../platform/access/access-token.ts"
import { failWith, failWithStatus, orFail } from "../../platform/fail.ts"
import { removeInitialPasswordFile } from "../authentication/initial-password-file.ts"
import { tryPassword } from "../authentication/log-in.ts"
import { hashPassword } from "../authentication/password-hash.ts"
import { getUser } from "./user-queries.ts"

// `network`, here and below: of the client, which limits wrong passwords.

/** Edits the caller's account. Another user name needs the current password. */
export const editUser = Effect.fn("editUser")(function* (access: UserAccess, network: string, body: UserBody) {
  const repository = yield* UserRepository
  const database = yield* Database
  const user = yield* getUser(access)
  const { name, username, currentPassword } = yield* orFail(validateUserEdit(body, user.username))
  if (username !== user.username) {
    const attempt = { network, username: user.username, password: currentPassword ?? "", hash: user.passwordHash }
    const isRight = yield* tryPassword(attempt)
    if (!isRight) return yield* failWith("wrong_current_password")
  }
  const isEdited = yield* database.transaction(repository.edit(user.userId, { name, username }))
  return isEdited ? { ...user, name, username } : yield* Effect.fail(customErrors({ username_already_exists: [] }))
})

/**
 * Changes the caller's password and issues a new access token, without super powers. Older access tokens stop working; API
 * keys and personal access tokens stay. Source: docs/permissions.md#passwords-and-tokens.
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

/** Issues an access token that counts as a fresh login. */
export const generateSuperToken = Effect.fn("generateSuperToken")(function* (
  access: UserAccess,
  network: string,
  body: SuperTokenBody
) {
  const accessTokens = yield* AccessTokens
  const user = yield* getUser(access)
  const { username, passwordHash: hash } = user
  const isRight = yield* tryPassword({ network, username, password: body.password ?? "", hash })
  if (!isRight) return yield* failWithStatus(401, "wrong_current_password")
  return yield* accessTokens.issue({ user, isSuper: true })
})

/** Deletes the caller's account. The initial administrator stays, so that the server always has one. */
export const deleteUser = Effect.fn("deleteUser")(function* (access: UserAccess) {
  const database = yield* Database
  const users = yield* UserRepository
  const user = yield* getUser(access)
  if (user.isInitial) return yield* failWith("cannot_delete_your_own_account")
  yield* database.transaction(Effect.andThen(users.lockAdministrators([user.userId]), deleteAccount(user.userId)))
})

/**
 * Deletes an account with everything that only it can use, and the organizations that it alone owns, in a transaction that
 * has locked the account and the administrators. The last administrator of the server stays. false: there is no such
 * account.
 */
export const deleteAccount = Effect.fn("deleteAccount")(function* (userId: number) {
  const users = yield* UserRepository
  const organizations = yield* OrganizationRepository
  const now = yield* Clock.currentTimeMillis
  const facts = yield* users.findAdministratorFacts(userId)
  if (Option.isNone(facts)) return false
  const error = checkLoseAdministrator(facts.value)
  if (error !== null) return yield* Effect.fail(error)
  // When two owners delete their accounts at the same time, the second one becomes the only owner.
  yield* organizations.lockOwned(userId)
  const owned = yield* organizations.listSingleOwned(userId)
  const organizationIds = owned.map(({ organizationId }) => organizationId)
  yield* organizations.deleteAll(organizationIds, now)
  return yield* users.delete(userId, now)
})
