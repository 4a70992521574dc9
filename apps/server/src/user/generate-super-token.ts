import type { SuperTokenBody } from "@dragoman/api"
import { Effect } from "effect"
import type { UserAccess } from "../access/grant.ts"
import { AccessTokens } from "../authentication/access-token.ts"
import { verifyPassword } from "../authentication/password-hash.ts"
import { refusedWith } from "../http/refused.ts"
import { getUser } from "./get-user.ts"

/** An access token that counts as a fresh login. Source: reference "auth-and-permissions" 4.3. */
export const generateSuperToken = Effect.fn("generateSuperToken")(function* (access: UserAccess, body: SuperTokenBody) {
  const accessTokens = yield* AccessTokens
  const user = yield* getUser(access)
  const isRight = yield* verifyPassword(body.password ?? "", user.passwordHash)
  if (!isRight) return yield* refusedWith(401, "wrong_current_password")
  return yield* accessTokens.issue({ userId: user.userId, isSuper: true })
})
