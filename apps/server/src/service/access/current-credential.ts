import { isSessionEnded } from "@dragoman/domain/credential"
import { AccessRepository, type CallerUserRow } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { Caller, Credential } from "./access.ts"
import { isGone, isTokenOver } from "./authenticate.ts"

/** Whether the credential of a caller, which was valid when it was authorized, is still valid. */
export const isStillAuthenticated = Effect.fn("isStillAuthenticated")(function* (caller: Caller) {
  const repository = yield* AccessRepository
  const now = yield* Clock.currentTimeMillis
  const { userId, credential } = caller
  const administratorId = credential.kind === "JWT" && credential.acting !== null ? credential.acting.userId : null
  const user = Option.getOrNull(yield* repository.findUser(userId))
  const administrator = administratorId === null ? Option.none() : yield* repository.findUser(administratorId)
  if (user === null || isGone(user) || user.ssoValidUntil === 0) return false
  const users = [user, ...Option.toArray(administrator)]
  const current = yield* readCredentials([caller], new Map(users.map((row) => [row.userId, row])), now)
  return current(credential, user) !== null
})

/** Reads the present state of the callers' credentials; null: no longer valid. */
export const readCredentials = Effect.fnUntraced(function* (
  callers: ReadonlyArray<Caller>,
  userById: ReadonlyMap<number, CallerUserRow>,
  now: number
) {
  const repository = yield* AccessRepository
  const digests = (kind: "PAT" | "PAK") => [
    ...new Set(callers.flatMap(({ credential }) => (credential.kind === kind ? [credential.digest] : [])))
  ]
  const [tokenDigests, keyDigests] = [digests("PAT"), digests("PAK")]
  const tokens = tokenDigests.length === 0 ? [] : yield* repository.listAccessTokens(tokenDigests)
  const keys = keyDigests.length === 0 ? [] : yield* repository.listApiKeys(keyDigests)
  const sessionIds = callers.flatMap(({ credential }) => (credential.kind === "SESSION" ? [credential.id] : []))
  const sessions = sessionIds.length === 0 ? [] : yield* repository.listSessions([...new Set(sessionIds)])
  const sessionById = new Map(sessions.map((session) => [session.sessionId, session]))
  const credentialByDigest = new Map([...tokens, ...keys].map((row) => [row.hash, row]))
  return (credential: Credential, user: CallerUserRow): Credential | null => {
    if (credential.kind === "JWT") {
      const administrator = credential.acting === null ? undefined : userById.get(credential.acting.userId)
      const isOver = now >= credential.expiresAtSeconds * 1000 || isTokenOver(credential, user, administrator)
      return isOver ? null : credential
    }
    if (credential.kind === "SESSION") {
      const session = sessionById.get(credential.id)
      return session === undefined || isSessionEnded(session, { ...user, now }) ? null : credential
    }
    const row = credentialByDigest.get(credential.digest)
    if (row === undefined || (row.expiresAt !== null && row.expiresAt < now)) return null
    return credential.kind === "PAK" && "scopes" in row
      ? { ...credential, scopes: row.scopes as typeof credential.scopes }
      : credential
  }
})
