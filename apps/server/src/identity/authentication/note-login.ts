import { shortenedAddress } from "@dragoman/domain/credential"
import { knownBrowserMillis, knownBrowsersMax } from "@dragoman/domain/notification"
import { Database, KnownBrowserRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { digestOfKey } from "../../platform/access/authenticate.ts"
import { RequestingClient } from "../../platform/access/client-identity.ts"
import { countLogin } from "../../platform/access/login-metrics.ts"
import { notifyUsers } from "../../platform/notification/notify-users.ts"

/** A login with a known browser is written again after this time at the earliest: most logins then write nothing. */
const rewriteMillis = 24 * 60 * 60 * 1000

/** Enough to recognize a browser. */
const userAgentMax = 200

/**
 * Remembers with what a user has logged in, and tells the user of a browser or program that was not used before; not of the
 * first one. `browser`: the cookie of a browser; null: a program, known by its name and network.
 */
export const noteLogin = Effect.fn("noteLogin")(function* (userId: number, browser: string | null) {
  const known = yield* KnownBrowserRepository
  const database = yield* Database
  yield* database.afterCommit(countLogin("succeeded"))
  const client = yield* RequestingClient
  if (client === null) return
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
