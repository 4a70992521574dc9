import type { SuperTokenBody } from "@dragoman/api"
import { Effect } from "effect"
import { AccessTokens } from "../../platform/access/access-token.ts"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWithStatus } from "../../platform/fail.ts"
import { tryPassword } from "../authentication/try-password.ts"
import { getUser } from "./get-user.ts"

/**
 * An access token that counts as a fresh login. `network`: of the client, as wrong passwords are limited.
 */
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
