import { randomBytes } from "node:crypto"
import { sessionRandomBytes } from "@dragoman/domain/credential"
import { ConsoleSessionRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"
import type { SessionCredential } from "./access.ts"
import { digestOfKey } from "./authenticate.ts"

/** The new value of the cookie. `createdAt`: of the session, epoch milliseconds. */
export interface IssuedSession {
  readonly value: string
  readonly createdAt: number
}

export const newSessionValue = (): string => randomBytes(sessionRandomBytes).toString("base64url")

/**
 * Gives a session a new value, in a transaction. Fails when the value of the request has been replaced meanwhile, or the
 * session has ended.
 */
export const renewSession = Effect.fnUntraced(function* (
  credential: SessionCredential,
  values: { readonly generation: number; readonly elevatedUntil: number }
) {
  const sessions = yield* ConsoleSessionRepository
  const value = newSessionValue()
  const isRenewed = yield* sessions.replaceValue(credential.id, credential.digest, {
    ...values,
    tokenHash: digestOfKey(value)
  })
  if (!isRenewed) return yield* failWith("unauthenticated")
  return { value, createdAt: credential.createdAt } satisfies IssuedSession
})
