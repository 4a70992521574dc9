import { isAccessTokenEnded } from "@dragoman/domain/credential"
import type { CallerUserRow } from "@dragoman/store"
import type { AccessTokenCredential } from "./caller.ts"

type TokenOwner = Pick<CallerUserRow, "tokensValidNotBefore" | "disabledAt" | "deletedAt" | "serverRole">

/** Whether an account is of no use any more. */
export const isGone = (user: Pick<CallerUserRow, "disabledAt" | "deletedAt">): boolean =>
  user.disabledAt !== null || user.deletedAt !== null

/**
 * Has the access token ended before its time? By a new password of its user, or, when an administrator acts as the user,
 * by what ends the right of the administrator: demotion, a new password, disabling, deletion. `administrator`: undefined
 * when there is no such account, or no administrator acts.
 */
export const isTokenOver = (
  token: Pick<AccessTokenCredential, "generation" | "issuedAtSeconds" | "acting">,
  user: TokenOwner,
  administrator: TokenOwner | undefined
): boolean => {
  if (isAccessTokenEnded(token, user.tokensValidNotBefore)) return true
  if (token.acting === null) return false
  return (
    administrator === undefined ||
    isGone(administrator) ||
    administrator.serverRole !== "ADMIN" ||
    isAccessTokenEnded({ ...token, generation: token.acting.generation }, administrator.tokensValidNotBefore)
  )
}
