import { UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { AdministratorAccess } from "../access/grant.ts"
import { AccessTokens } from "../authentication/access-token.ts"
import { refusedWith } from "../http/refused.ts"

/** A super token with which the administrator acts as the user. Source: reference "auth-and-permissions" 5.6. */
export const generateTokenOfUser = Effect.fn("generateTokenOfUser")(function* (
  { caller }: AdministratorAccess,
  userId: number
) {
  const repository = yield* UserRepository
  const accessTokens = yield* AccessTokens
  const { credential } = caller
  if (credential.kind === "JWT" && credential.actingUserId !== null) {
    return yield* refusedWith(400, "already_impersonating_user")
  }
  const found = yield* repository.find(userId)
  if (Option.isNone(found)) return yield* refusedWith(404, "user_not_found")
  if (found.value.disabledAt !== null) return yield* refusedWith(400, "user_account_disabled")
  return yield* accessTokens.issue({ userId, isSuper: true, actingUserId: caller.userId })
})
