import { UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { AccessTokens } from "../../platform/access/access-token.ts"
import type { AdministratorAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { getUser } from "../user/get-user.ts"

/**
 * A token with which the administrator acts as the user: for an hour, without super powers, and only as long as the
 * administrator is one. The log says who got it. An administrator who acts as another one gets none, for want of super
 * powers. Source: docs/permissions.md#administrators-of-the-server.
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
