import type { LoginBody, PasskeyAssertionBody, SignUpBody, SuperTokenBody } from "@dragoman/api"
import { isSessionEnded, sessionIdleMillis, sessionLifetimeMillis, shortenedAddress } from "@dragoman/domain/credential"
import { ConsoleSessionRepository, Database, UserRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { checkRows } from "../../platform/database/check-rows.ts"
import { failWith, failWithStatus } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { PublicAccess, UserAccess } from "../../service/access/access.ts"
import { digestOfKey } from "../../service/access/authenticate.ts"
import { browserOfSession } from "../../service/access/client-identity.ts"
import { endOtherTokens } from "../../service/access/end-tokens.ts"
import { lockCaller } from "../../service/access/lock-caller.ts"
import { type IssuedSession, newSessionValue, renewSession } from "../../service/access/session-value.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { recordFailedProof } from "../../service/audit/record-failure.ts"
import { checkLogin, registerUser } from "../authentication/log-in.ts"
import { checkPasskeyLogin } from "../authentication/passkey-login.ts"
import { type ProvingClient, proveUser } from "../authentication/prove-user.ts"
import { type LoginDetails, type OpenedAccount, recordLogin } from "../authentication/record-login.ts"
import { getUser } from "../user/user-queries.ts"

/** Number of sessions of one user; a new one ends the one that was used longest ago. */
const sessionsMax = 100
/** Length of a user agent that suffices to recognize a browser. */
const userAgentMax = 300

/** The browser of a session. */
export interface ConsoleClient {
  /** Network of the client, for the limits. */
  readonly network: string
  /** The header `User-Agent`; null: absent. */
  readonly userAgent: string | null
}

/** Starts a session for a user name and its password, by the same checks as an access token. */
export const logInToConsole = Effect.fn("logInToConsole")(function* (
  access: PublicAccess,
  client: ConsoleClient,
  body: LoginBody
) {
  const user = yield* checkLogin(access, client.network, body)
  return yield* startSession(access, client, user)
})

/** Starts a session for a passkey. */
export const logInToConsoleWithPasskey = Effect.fn("logInToConsoleWithPasskey")(function* (
  access: PublicAccess,
  client: ConsoleClient & ProvingClient,
  assertion: PasskeyAssertionBody
) {
  const { user, passkey } = yield* checkPasskeyLogin(access, client, assertion)
  return yield* startSession(access, client, user, { after: { passkey } })
})

/** Creates an account and starts a session for it. */
export const signUpToConsole = Effect.fn("signUpToConsole")(function* (
  access: PublicAccess,
  client: ConsoleClient,
  body: SignUpBody
) {
  const user = yield* registerUser(access, client.network, body)
  return yield* startSession(access, client, user)
})

/**
 * Starts a session, and ends that of the request. `tokensValidNotBefore`: the value at the check of the password; a
 * session of a password that has been replaced meanwhile has ended before it begins. `isElevated`: the password has
 * just been entered. `after`: of its entry in the audit log.
 */
export const startSession = Effect.fnUntraced(function* (
  { caller }: PublicAccess,
  { network, userAgent }: ConsoleClient,
  user: OpenedAccount,
  { isElevated = true, ...details }: Pick<LoginDetails, "after"> & { readonly isElevated?: boolean } = {}
) {
  const sessions = yield* ConsoleSessionRepository
  const users = yield* UserRepository
  const database = yield* Database
  const { superTokenMillis } = yield* Settings
  const at = yield* Clock.currentTimeMillis
  const value = newSessionValue()
  const { userId } = user
  yield* database.transaction(
    Effect.gen(function* () {
      // The account may have been disabled since its password was checked.
      yield* users.lock([userId])
      const isEnabled = yield* users.isEnabled(userId)
      if (!isEnabled) return yield* failWithStatus(401, "user_account_disabled")
      if (caller?.credential.kind === "SESSION") yield* sessions.delete(caller.userId, caller.credential.id)
      const sessionId = yield* sessions.create(
        {
          userId,
          tokenHash: digestOfKey(value),
          generation: user.tokensValidNotBefore,
          elevatedUntil: isElevated ? at + superTokenMillis : 0,
          userAgent: userAgent === null ? null : userAgent.slice(0, userAgentMax),
          address: shortenedAddress(network),
          at
        },
        sessionsMax
      )
      yield* recordLogin(user, {
        object: sessionObject(sessionId),
        newBrowser: browserOfSession(value),
        ...details
      })
    })
  )
  return { value, createdAt: at } satisfies IssuedSession
})

const sessionObject = (id: number) => ({ kind: "SESSION", id, name: null }) as const

/** Ends the session of the request, if it has one. */
export const logOutOfConsole = Effect.fn("logOutOfConsole")(function* ({ caller }: PublicAccess) {
  if (caller?.credential.kind !== "SESSION") return
  const sessions = yield* ConsoleSessionRepository
  const database = yield* Database
  const { id } = caller.credential
  yield* database.transaction(
    Effect.andThen(
      sessions.delete(caller.userId, id),
      recordAudit(caller, { action: "LOGOUT", object: sessionObject(id) })
    )
  )
})

/** Checks the password, the second factor or a passkey, and makes the session count as a fresh login, under a new value of the cookie. */
export const elevateSession = Effect.fn("elevateSession")(function* (
  access: UserAccess,
  client: ProvingClient,
  body: SuperTokenBody
) {
  const { credential } = access.caller
  if (credential.kind !== "SESSION") return yield* failWith("invalid_authentication_method")
  const database = yield* Database
  const user = yield* getUser(access)
  yield* proveUser(user, client, body, 403).pipe(Effect.tapError((error) => recordFailedProof(access.caller, error)))
  const { superTokenMillis } = yield* Settings
  const now = yield* Clock.currentTimeMillis
  return yield* database.transaction(
    Effect.andThen(
      recordAudit(access.caller, { action: "SUPER_TOKEN_ISSUED", object: sessionObject(credential.id) }),
      renewSession(credential, { generation: user.tokensValidNotBefore, elevatedUntil: now + superTokenMillis })
    )
  )
})

/** Lists the caller's active sessions, the last used one first. */
export const listSessions = Effect.fn("listSessions")(function* (access: UserAccess) {
  const sessions = yield* ConsoleSessionRepository
  const now = yield* Clock.currentTimeMillis
  const { tokensValidNotBefore } = yield* getUser(access)
  const rows = yield* sessions.list(access.caller.userId)
  return rows.filter((row) => !isSessionEnded(row, { now, tokensValidNotBefore }))
})

/** Ends one of the caller's sessions; those of other users count as absent. */
export const endSession = Effect.fn("endSession")(function* ({ caller }: UserAccess, sessionId: number) {
  const sessions = yield* ConsoleSessionRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      const isEnded = yield* sessions.delete(caller.userId, sessionId)
      if (!isEnded) return yield* failWith("resource_not_found")
      yield* recordAudit(caller, { action: "SESSION_ENDED", object: sessionObject(sessionId) })
    })
  )
})

/** Ends all sessions of the caller but that of the request. */
export const endOtherSessions = Effect.fn("endOtherSessions")(function* ({ caller }: UserAccess) {
  const sessions = yield* ConsoleSessionRepository
  const database = yield* Database
  const { credential, userId } = caller
  yield* database.transaction(
    Effect.andThen(
      sessions.deleteOthers(userId, credential.kind === "SESSION" ? credential.id : null),
      // All of them have one entry, without an object.
      recordAudit(caller, { action: "SESSION_ENDED" })
    )
  )
})

/**
 * Works like `endOtherSessions`, and ends all access tokens, also that of the request. The session of the request
 * stays, under a new value of the cookie; null: the request has none.
 */
export const endOtherSessionsAndTokens = Effect.fn("endOtherSessionsAndTokens")(function* (access: UserAccess) {
  const database = yield* Database
  const { credential } = access.caller
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* lockCaller(access.caller)
      yield* recordAudit(access.caller, { action: "SESSION_ENDED", after: { accessTokens: true } })
      const elevatedUntil = credential.kind === "SESSION" ? credential.superUntil : 0
      const { session } = yield* endOtherTokens(access.caller, { elevatedUntil })
      return session
    })
  )
})

/** Erases sessions that have ended, of a large table some at a time: no request is authorized by one. */
export const eraseEndedSessions = Effect.fn("eraseEndedSessions")(function* () {
  const sessions = yield* ConsoleSessionRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const times = { createdAt: now - sessionLifetimeMillis, lastUsedAt: now - sessionIdleMillis }
  yield* checkRows(
    "session_check",
    (afterId, limit) => sessions.listEnded({ ...times, afterId, limit }),
    (ids) => (ids.length === 0 ? Effect.void : database.transaction(sessions.deleteEnded(ids, times)))
  )
})
