import {
  type AdministratorFacts,
  checkDisableUser,
  checkSetServerRole,
  type ServerRole
} from "@dragoman/domain/permission"
import { Database, UserRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { AdministratorAccess } from "../../platform/access/access.ts"
import { AccessTokens } from "../../platform/access/access-token.ts"
import { failIf, failWith } from "../../platform/fail.ts"
import { deleteAccount } from "../user/change-users.ts"
import { getUser } from "../user/user-queries.ts"

/**
 * Disables an account: its credentials stop working. The last administrator stays enabled.
 * Source: docs/permissions.md#administrators-of-the-server.
 */
export const disableUser = Effect.fn("disableUser")(function* (access: AdministratorAccess, userId: number) {
  const repository = yield* UserRepository
  const now = yield* Clock.currentTimeMillis
  yield* changeUser(
    access,
    userId,
    Effect.fnUntraced(function* (user) {
      yield* failIf(checkDisableUser({ callerId: access.caller.userId, userId, user }))
      yield* repository.setDisabled(userId, now)
    })
  )
})

/** Enables an account: its credentials work again. */
export const enableUser = Effect.fn("enableUser")(function* (access: AdministratorAccess, userId: number) {
  const repository = yield* UserRepository
  yield* changeUser(
    access,
    userId,
    Effect.fnUntraced(function* () {
      const isEnabled = yield* repository.setDisabled(userId, null)
      if (!isEnabled) return yield* failWith("user_not_found")
    })
  )
})

/**
 * Sets the role of an account on the server. Its access tokens stay valid and have the new role at once. The last
 * administrator stays one. Source: docs/permissions.md#administrators-of-the-server.
 */
export const setServerRole = Effect.fn("setServerRole")(function* (
  access: AdministratorAccess,
  userId: number,
  role: ServerRole
) {
  const repository = yield* UserRepository
  yield* changeUser(
    access,
    userId,
    Effect.fnUntraced(function* (user) {
      yield* failIf(checkSetServerRole(user, role))
      yield* repository.setServerRole(userId, role)
    })
  )
})

/** Deletes the account of another user. */
export const deleteOtherUser = Effect.fn("deleteOtherUser")(function* (access: AdministratorAccess, userId: number) {
  if (userId === access.caller.userId) return yield* failWith("cannot_delete_your_own_account")
  yield* changeUser(
    access,
    userId,
    Effect.fnUntraced(function* () {
      const isDeleted = yield* deleteAccount(userId)
      if (!isDeleted) return yield* failWith("user_not_found")
    })
  )
})

/**
 * Changes an account, which may be that of an administrator, in one transaction that begins with the locks of the account
 * and of all administrators (ADR 13). The caller must still be one of them: when two administrators disable, demote or
 * delete each other at the same time, the second one fails. `user` null: there is no such account.
 */
const changeUser = Effect.fnUntraced(function* <A, E, R>(
  { caller }: AdministratorAccess,
  userId: number,
  change: (user: AdministratorFacts | null) => Effect.Effect<A, E, R>
) {
  const users = yield* UserRepository
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const administratorIds = yield* users.lockAdministrators([userId])
      if (!administratorIds.includes(caller.userId)) return yield* failWith("operation_not_permitted")
      return yield* change(Option.getOrNull(yield* users.findAdministratorFacts(userId)))
    })
  )
})

/**
 * Issues a token with which the administrator acts as the user: for an hour, without super powers, and only as long as the
 * administrator is one. An administrator who acts as another one cannot issue any, for want of super powers.
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
  const token = yield* accessTokens.issueForAdministrator({ user, administrator })
  yield* Effect.logInfo("Administrator received a token to act as another user").pipe(
    Effect.annotateLogs({ administratorId: administrator.userId, userId })
  )
  return token
})
