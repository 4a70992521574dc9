import { UserRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { Caller } from "./access.ts"
import { renewSession } from "./session-value.ts"

interface RemainingSession {
  /** Epoch milliseconds until which the password counts as entered. */
  readonly elevatedUntil: number
  /** The new password; absent: it stays. */
  readonly password?: { readonly passwordHash: string; readonly passwordChanged: boolean }
}

/**
 * Revokes everything that could bring a thief back into the caller's account, in a transaction that has locked the
 * caller. The session of the request stays, under a new value; null: the request has none. Source: docs/sessions.md.
 */
export const endOtherTokens = Effect.fn("endOtherTokens")(function* (
  { userId, credential }: Caller,
  { elevatedUntil, password }: RemainingSession
) {
  const users = yield* UserRepository
  const at = yield* Clock.currentTimeMillis
  const end = { at, keptSessionId: credential.kind === "SESSION" ? credential.id : null }
  const tokensValidNotBefore = yield* password === undefined
    ? users.endTokens(userId, end)
    : users.setPassword(userId, password, end)
  const session =
    credential.kind === "SESSION"
      ? yield* renewSession(credential, { generation: tokensValidNotBefore, elevatedUntil })
      : null
  return { tokensValidNotBefore, session }
})
