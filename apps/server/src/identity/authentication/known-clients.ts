import { shortenedAddress } from "@dragoman/domain/credential"
import { Database, KnownClientRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"

const dayMillis = 86_400_000

/** Time without a login after which a network of a user is forgotten. */
const knownMillis = 90 * dayMillis

/** Number of networks that are known for one user: those of the last logins. */
const networksMax = 10

/** Precision of the time of the last login, so that logins of a program do not write each time. */
const precisionMillis = dayMillis

/**
 * Finds whether the user name has an account, and has logged in from this network before. Wrong passwords from there
 * count separately, so that guesses by others cannot lock the user out. `network`, here and below: of the client.
 */
export const findClient = Effect.fn("findClient")(function* (username: string, network: string) {
  const clients = yield* KnownClientRepository
  const now = yield* Clock.currentTimeMillis
  const found = yield* clients.find(username, shortenedAddress(network))
  const at = found?.lastLoginAt ?? null
  return { hasAccount: found !== null, isKnown: at !== null && now - at < knownMillis }
})

/** Remembers the network. Called when a login is complete, with its second factor if the user has one. */
export const rememberClient = Effect.fn("rememberClient")(function* (userId: number, network: string) {
  const clients = yield* KnownClientRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const shortened = shortenedAddress(network)
  const at = yield* clients.lastLoginAt(userId, shortened)
  if (at !== null && Math.abs(now - at) < precisionMillis) return
  yield* database.transaction(clients.remember({ userId, network: shortened, lastLoginAt: now }, networksMax))
})

/** Forgets the networks without a login for a long time. */
export const forgetClients = Effect.fn("forgetClients")(function* () {
  const clients = yield* KnownClientRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  yield* database.transaction(clients.deleteUnused(now - knownMillis))
})
