import type { AdministeredUserBody, NewUserBody } from "@dragoman/api"
import type { ServerRole } from "@dragoman/domain/permission"
import { validateAdministeredUser, validateNewUser } from "@dragoman/domain/user"
import { ConsoleSessionRepository, Database, UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith, orFail } from "../../platform/fail.ts"
import type { AdministratorAccess } from "../../service/access/access.ts"
import { AccessTokens } from "../../service/access/access-token.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { createPasswordResetLink } from "../password-reset/password-reset-link.ts"
import { getUser } from "../user/user-queries.ts"
import { getAdministeredUser } from "./administration-queries.ts"
import {
  changingAccount,
  createAccount,
  disableAccount,
  editAccount,
  enableAccount,
  endAccountSessions,
  findAccount,
  objectOf,
  removeAccount,
  setAccountRole
} from "./change-accounts.ts"

/** Creates an account; without a password, with a link with which its user sets one. */
export const createUser = Effect.fn("createUser")(function* ({ caller }: AdministratorAccess, body: NewUserBody) {
  const content = yield* orFail(validateNewUser(body))
  if (content.password !== null) {
    return { user: yield* getAdministeredUser(yield* createAccount(caller, content)), passwordResetLink: null }
  }
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const userId = yield* createAccount(caller, content)
      const passwordResetLink = yield* createPasswordResetLink(userId)
      return { user: yield* getAdministeredUser(userId), passwordResetLink }
    })
  )
})

/** Replaces the name and the user name of an account. */
export const editOtherUser = Effect.fn("editOtherUser")(function* (
  { caller }: AdministratorAccess,
  userId: number,
  body: AdministeredUserBody
) {
  yield* editAccount(caller, userId, ({ username }) => orFail(validateAdministeredUser(body, username)))
  return yield* getAdministeredUser(userId)
})

export const disableUser = ({ caller }: AdministratorAccess, userId: number) => disableAccount(caller, userId)

export const enableUser = ({ caller }: AdministratorAccess, userId: number) => enableAccount(caller, userId)

export const setServerRole = ({ caller }: AdministratorAccess, userId: number, role: ServerRole) =>
  setAccountRole(caller, userId, role)

/** Deletes the account of another user. */
export const deleteOtherUser = (
  { caller }: AdministratorAccess,
  userId: number,
  options: { readonly deleteOwnedOrganizations: boolean }
) => removeAccount(caller, userId, options)

/** Creates a link with which the user of an account sets a new password. */
export const createLinkForUser = Effect.fn("createLinkForUser")(function* (
  { caller }: AdministratorAccess,
  userId: number
) {
  return yield* changingAccount(
    caller,
    [userId],
    Effect.gen(function* () {
      const user = yield* findAccount(userId)
      if (user.disabledAt !== null) return yield* failWith("user_account_disabled")
      yield* recordAudit(caller, { action: "PASSWORD_RESET_REQUESTED", object: objectOf(user) })
      return yield* createPasswordResetLink(userId)
    })
  )
})

/** Ends all sessions of the console and all access tokens of a user. */
export const endSessionsOfUser = ({ caller }: AdministratorAccess, userId: number) => endAccountSessions(caller, userId)

/** Ends one session of the console of a user. */
export const endSessionOfUser = Effect.fn("endSessionOfUser")(function* (
  { caller }: AdministratorAccess,
  userId: number,
  sessionId: number
) {
  const sessions = yield* ConsoleSessionRepository
  yield* changingAccount(
    caller,
    [userId],
    Effect.gen(function* () {
      const user = yield* findAccount(userId)
      const isEnded = yield* sessions.delete(userId, sessionId)
      if (!isEnded) return yield* failWith("resource_not_found")
      const object = { kind: "SESSION", id: sessionId, name: user.username } as const
      yield* recordAudit(caller, { action: "SESSION_ENDED", object })
    })
  )
})

/**
 * Issues a token with which the administrator acts as the user: for an hour, without a super token, and only while the
 * administrator is one. An administrator who acts as another one cannot issue any, because that needs a super token.
 * Source: docs/permissions.md#administrators-of-the-server.
 */
export const generateTokenOfUser = Effect.fn("generateTokenOfUser")(function* (
  access: AdministratorAccess,
  userId: number
) {
  const repository = yield* UserRepository
  const accessTokens = yield* AccessTokens
  const administrator = yield* getUser(access)
  const found = yield* repository.find(userId)
  if (Option.isNone(found)) return yield* failWith("user_not_found")
  const user = found.value
  if (user.disabledAt !== null) return yield* failWith("user_account_disabled")
  const database = yield* Database
  const object = { kind: "USER", id: userId, name: user.username } as const
  yield* database.transaction(recordAudit(access.caller, { action: "ACT_AS_USER", object }))
  const token = yield* accessTokens.issueForAdministrator({ user, administrator })
  yield* Effect.logInfo("Administrator received a token to act as another user").pipe(
    Effect.annotateLogs({ administratorId: administrator.userId, userId })
  )
  return token
})
