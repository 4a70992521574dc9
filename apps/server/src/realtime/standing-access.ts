import type { VisibleTexts } from "@dragoman/domain/activity"
import { isSessionEnded } from "@dragoman/domain/credential"
import { AccessRepository, type CallerUserRow } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { visibleTextsOf } from "../change/activity/stored-revisions.ts"
import {
  type AccessTokenCredential,
  type Caller,
  type Credential,
  decideProjectAccess
} from "../platform/access/access.ts"
import { isGone, isTokenOver } from "../platform/access/authenticate.ts"

/** The present access of a caller with an open connection. `unauthenticated`: the credential is no longer valid. */
export type StandingAccess =
  | { readonly kind: "allowed"; readonly visible: VisibleTexts }
  | { readonly kind: "unauthenticated" }
  | { readonly kind: "forbidden" }

/** Callers with the same key always have the same access to a project. */
export const callerKey = ({ userId, credential }: Caller): string => {
  switch (credential.kind) {
    case "JWT": {
      const { issuedAtSeconds, expiresAtSeconds, generation } = credential
      return [userId, issuedAtSeconds, expiresAtSeconds, generation, actingKey(credential)].join(" ")
    }
    case "SESSION":
      return `${userId} session ${credential.id}`
    default:
      return `${userId} ${credential.digest}`
  }
}

const actingKey = ({ acting }: AccessTokenCredential): string =>
  acting === null ? "" : `${acting.userId} ${acting.generation}`

/**
 * Checks again whether callers may see the keys of a project, and which texts, in four statements for any number of
 * callers. The results are in the order of the callers.
 */
export const checkStandingAccess = Effect.fn("checkStandingAccess")(function* (
  projectId: number,
  callers: ReadonlyArray<Caller>
) {
  const repository = yield* AccessRepository
  const now = yield* Clock.currentTimeMillis
  const userIds = callers.flatMap(({ userId, credential }) =>
    credential.kind === "JWT" && credential.acting !== null ? [userId, credential.acting.userId] : [userId]
  )
  const users = yield* repository.listProjectUsers(projectId, [...new Set(userIds)])
  const userById = new Map(users.map((user) => [user.userId, user]))
  const currentCredential = yield* readCredentials(callers, userById, now)

  return callers.map((caller): StandingAccess => {
    const user = userById.get(caller.userId)
    if (user === undefined) return { kind: "forbidden" }
    const credential = currentCredential(caller.credential, user)
    if (credential === null || isGone(user) || user.ssoValidUntil === 0) return { kind: "unauthenticated" }
    if (!caller.emailVerified) return { kind: "forbidden" }
    const decided = decideProjectAccess({ ...caller, serverRole: user.serverRole, credential }, user, ["keys.view"])
    if ("error" in decided) return { kind: "forbidden" }
    return { kind: "allowed", visible: visibleTextsOf(decided.access) }
  })
})

/** Whether the credential of a caller with an open connection still counts. */
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

/** Reads the credentials of callers as they are now. The result: a credential as it is now; null: no longer valid. */
const readCredentials = Effect.fnUntraced(function* (
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
