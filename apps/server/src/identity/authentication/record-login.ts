import type { AuditObject, AuditValues } from "@dragoman/domain/audit"
import { shortenedAddress } from "@dragoman/domain/credential"
import { knownBrowserMillis, knownBrowsersMax } from "@dragoman/domain/notification"
import { Database, KnownBrowserRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { AccessTokens } from "../../service/access/access-token.ts"
import { digestOfKey } from "../../service/access/authenticate.ts"
import { RequestingClient } from "../../service/access/client-identity.ts"
import { countLogin } from "../../service/access/login-metrics.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { notifyUsers } from "../../service/notification/notify-users.ts"

/** Interval after which a login with a known browser is written again, so that most logins write nothing. */
const rewriteMillis = 24 * 60 * 60 * 1000

/** Length of a user agent that suffices to recognize a browser. */
const userAgentMax = 200

/** An account after its user has proved to be its user. */
export interface OpenedAccount {
  readonly userId: number
  readonly username: string
  readonly tokensValidNotBefore: number
}

export interface LoginDetails {
  /** The new session; absent: an access token. */
  readonly object?: AuditObject
  /** The proof of the user; absent: the password, or the creation of the account. */
  readonly after?: AuditValues
  /** The cookie that a new browser gets; absent: a program, unless the request has the cookie of a browser. */
  readonly newBrowser?: string
}

/**
 * Records a login in the transaction that makes its credential: counts it, writes its audit entry, and notifies the
 * user of a new browser or program. Every way to a new credential passes here, whatever the user has proved.
 */
export const recordLogin = Effect.fn("recordLogin")(function* (
  user: Pick<OpenedAccount, "userId" | "username">,
  { newBrowser, ...details }: LoginDetails = {}
) {
  const database = yield* Database
  yield* recordAudit(user, { action: "LOGIN", ...details })
  yield* database.afterCommit(countLogin("succeeded"))
  yield* rememberBrowser(user.userId, newBrowser)
})

/** Records a login and issues its access token. `isSuper`: the user has just entered the password or another proof. */
export const issueLoginToken = Effect.fn("issueLoginToken")(function* (
  user: OpenedAccount,
  { isSuper, ...details }: Pick<LoginDetails, "after"> & { readonly isSuper: boolean }
) {
  const database = yield* Database
  const accessTokens = yield* AccessTokens
  yield* database.transaction(recordLogin(user, details))
  return yield* accessTokens.issue({ user, isSuper })
})

/** Remembers a browser. The first one of a user causes no notification. */
const rememberBrowser = Effect.fnUntraced(function* (userId: number, newBrowser: string | undefined) {
  const known = yield* KnownBrowserRepository
  const database = yield* Database
  const client = yield* RequestingClient
  if (client === null) return
  const browser = client.browser ?? newBrowser ?? null
  const address = shortenedAddress(client.network)
  const userAgent = client.userAgent === null ? null : client.userAgent.slice(0, userAgentMax)
  const digest = digestOfKey(browser === null ? `program ${userAgent} ${address}` : `browser ${browser}`)
  const at = yield* Clock.currentTimeMillis
  if (yield* known.isUsedSince(userId, digest, at - rewriteMillis)) return
  yield* database.transaction(
    Effect.gen(function* () {
      const isUnknown = yield* known.noteLogin({ userId, digest, at }, knownBrowsersMax)
      const params = { userAgent, address }
      if (isUnknown) yield* notifyUsers({ type: "NEW_LOGIN", params, userIds: [userId], project: null, actor: null })
    })
  )
})

/** Forgets browsers that were not used for a year. */
export const forgetOldBrowsers = Effect.fn("forgetOldBrowsers")(function* () {
  const known = yield* KnownBrowserRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  yield* database.transaction(known.eraseUnusedSince(now - knownBrowserMillis))
})
