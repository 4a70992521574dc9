import { hash } from "node:crypto"
import { surviving } from "@dragoman/background"
import { isAccessTokenEnded, isSessionEnded, type PresentedCredential } from "@dragoman/domain/credential"
import type { DomainError } from "@dragoman/domain/error"
import type { Scope } from "@dragoman/domain/permission"
import { needsSuperToken } from "@dragoman/domain/second-factor"
import { AccessRepository, type CallerUserRow, Database, type UsedCredentials } from "@dragoman/store"
import { Clock, Context, Effect, FiberSet, Layer, Option } from "effect"
import { failWith, failWithStatus } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { AccessTokenCredential, Caller, Credential } from "./access.ts"
import { AccessTokens } from "./access-token.ts"
import { SsoSessions } from "./sso-session.ts"

/** Digests a key for storage: the key itself is never stored. */
export const digestOfKey = (key: string): string => hash("sha256", key, "base64")

/**
 * Finds the caller of a credential; null: anonymous. An invalid credential fails with 401, also on public endpoints. A
 * session that has ended counts as none: browsers keep its cookie, and its user must be able to log in again.
 */
export class Authentication extends Context.Service<
  Authentication,
  {
    readonly authenticate: (presented: PresentedCredential) => Effect.Effect<Caller | null, DomainError>
  }
>()("@dragoman/server/service/access/Authentication") {
  static readonly layer = Layer.effect(
    Authentication,
    Effect.gen(function* () {
      const repository = yield* AccessRepository
      const accessTokens = yield* AccessTokens
      const clock = yield* Clock.Clock
      const { emailVerification } = yield* Settings
      const use = yield* makeCredentialUse
      const ssoSessions = yield* SsoSessions

      /** Whether the provider of single sign-on must confirm the user again, and does not. */
      const isUnconfirmed = ({ userId, ssoValidUntil }: CallerUserRow): Effect.Effect<boolean> =>
        ssoValidUntil === null || clock.currentTimeMillisUnsafe() < ssoValidUntil
          ? Effect.succeed(false)
          : Effect.map(ssoSessions.confirm(userId), (isConfirmed) => !isConfirmed)

      const confirmed = Effect.fnUntraced(function* (user: CallerUserRow, credential: Credential) {
        if (yield* isUnconfirmed(user)) return yield* failWith("sso_cant_verify_user")
        return toCaller(user, credential)
      })

      const toCaller = (user: CallerUserRow, credential: Credential): Caller => ({
        userId: user.userId,
        username: user.username,
        name: user.name,
        avatarHash: user.avatarHash,
        serverRole: user.serverRole,
        emailVerified: user.emailVerified || !emailVerification,
        needsSuperToken: needsSuperToken(user),
        accountType: user.accountType,
        credential
      })

      const withAccessToken = Effect.fnUntraced(function* (token: string) {
        const claims = yield* accessTokens.read(token).pipe(
          Effect.catchTags({
            AccessTokenInvalid: () => failWith("invalid_jwt_token"),
            AccessTokenExpired: () => failWith("expired_jwt_token")
          })
        )
        const user = yield* repository.findUser(claims.userId)
        if (Option.isNone(user) || isGone(user.value)) return yield* failWith("invalid_jwt_token")
        const { acting } = claims
        const administrator = acting === null ? Option.none() : yield* repository.findUser(acting.userId)
        if (isTokenOver(claims, user.value, Option.getOrUndefined(administrator))) {
          return yield* failWith("expired_jwt_token")
        }
        return yield* confirmed(user.value, { ...claims, kind: "JWT" })
      })

      const withSession = Effect.fnUntraced(function* (value: string) {
        const digest = digestOfKey(value)
        const found = yield* repository.findBySession(digest)
        if (Option.isNone(found)) return null
        const row = found.value
        const now = clock.currentTimeMillisUnsafe()
        if (isSessionEnded(row, { ...row, now }) || isGone(row)) return null
        if (yield* isUnconfirmed(row)) return null
        use.mark({ kind: "SESSION", id: row.credentialId, lastUsedAt: row.lastUsedAt }, now)
        const { credentialId: id, createdAt, elevatedUntil: superUntil } = row
        return toCaller(row, { kind: "SESSION", id, digest, createdAt, superUntil })
      })

      const withPersonalAccessToken = Effect.fnUntraced(function* (secret: string) {
        const digest = digestOfKey(secret)
        const found = yield* repository.findByAccessToken(digest)
        if (Option.isNone(found)) return yield* failWith("invalid_pat")
        const row = found.value
        const now = clock.currentTimeMillisUnsafe()
        if (row.expiresAt !== null && row.expiresAt < now) return yield* failWith("pat_expired")
        if (isGone(row)) return yield* failWithStatus(401, "user_not_found")
        use.mark({ kind: "PAT", id: row.credentialId, lastUsedAt: row.lastUsedAt }, now)
        return yield* confirmed(row, { kind: "PAT", id: row.credentialId, digest })
      })

      const withProjectApiKey = Effect.fnUntraced(function* (secret: string) {
        const digest = digestOfKey(secret)
        const found = yield* repository.findByApiKey(digest)
        if (Option.isNone(found)) return yield* failWith("invalid_project_api_key")
        const row = found.value
        const now = clock.currentTimeMillisUnsafe()
        if (row.expiresAt !== null && row.expiresAt < now) return yield* failWith("project_api_key_expired")
        if (isGone(row)) return yield* failWithStatus(401, "user_not_found")
        use.mark({ kind: "PAK", id: row.credentialId, lastUsedAt: row.lastUsedAt }, now)
        return yield* confirmed(row, {
          kind: "PAK",
          id: row.credentialId,
          digest,
          projectId: row.projectId,
          scopes: row.scopes as ReadonlyArray<Scope>
        })
      })

      return Authentication.of({
        authenticate: (presented): Effect.Effect<Caller | null, DomainError> => {
          switch (presented.kind) {
            case "none":
              return Effect.succeed(null)
            case "invalid":
              return failWith(presented.code)
            case "JWT":
              return withAccessToken(presented.token)
            case "SESSION":
              return withSession(presented.value)
            case "PAT":
              return withPersonalAccessToken(presented.secret)
            case "PAK":
              return withProjectApiKey(presented.secret)
          }
        }
      })
    })
  )
}

type TokenOwner = Pick<CallerUserRow, "tokensValidNotBefore" | "disabledAt" | "deletedAt" | "serverRole">

/** Whether an account is disabled or deleted. */
export const isGone = (user: Pick<CallerUserRow, "disabledAt" | "deletedAt">): boolean =>
  user.disabledAt !== null || user.deletedAt !== null

/**
 * Whether an access token has been revoked: by a new password of its user or, when an administrator acts as the user,
 * by demotion, a new password, disabling or deletion of the administrator. `administrator`: undefined when the account
 * does not exist, or no administrator acts.
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

/** Minimum interval between writes of `last_used_at` of a credential, so that reads with a key do not cause writes. */
const precisionMillis = 60_000

/** Size of the cache of last writes; beyond it, entries older than a minute are removed. */
const rememberedMax = 10_000

interface UsedCredential {
  readonly kind: "PAT" | "PAK" | "SESSION"
  readonly id: number
  /** Last use as stored, epoch milliseconds; null: never used. */
  readonly lastUsedAt: number | null
}

/**
 * Writes `last_used_at` of keys, tokens and sessions: each at most once a minute, and all pending ones in one transaction. While a
 * transaction waits for the write lock, later uses are collected for the next one. `mark` never blocks.
 */
const makeCredentialUse = Effect.gen(function* () {
  const repository = yield* AccessRepository
  const database = yield* Database
  const fork = yield* FiberSet.makeRuntime<never, void>()
  const markedAt = new Map<string, number>()
  let waiting = new Map<string, UsedCredential>()
  let isWriting = false

  const writeAll = Effect.gen(function* () {
    while (waiting.size > 0) {
      const credentials = [...waiting.values()]
      const at = Math.max(...[...waiting.keys()].map((name) => markedAt.get(name) ?? 0))
      waiting = new Map()
      const idsOf = (kind: UsedCredential["kind"]) => credentials.filter((one) => one.kind === kind).map(({ id }) => id)
      const used: UsedCredentials = {
        apiKeyIds: idsOf("PAK"),
        accessTokenIds: idsOf("PAT"),
        sessionIds: idsOf("SESSION"),
        at
      }
      yield* surviving("Writing when credentials were used failed", database.transaction(repository.markUsed(used)), 0)
    }
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        isWriting = false
      })
    )
  )

  const isRecent = (at: number | null | undefined, now: number) =>
    at !== null && at !== undefined && now - at < precisionMillis && at <= now

  return {
    /** `now`: epoch milliseconds. */
    mark: (credential: UsedCredential, now: number): void => {
      const name = `${credential.kind} ${credential.id}`
      if (isRecent(credential.lastUsedAt, now) || isRecent(markedAt.get(name), now)) return
      if (markedAt.size >= rememberedMax) {
        for (const [other, at] of markedAt) if (!isRecent(at, now)) markedAt.delete(other)
      }
      markedAt.set(name, now)
      waiting.set(name, credential)
      if (isWriting) return
      isWriting = true
      fork(writeAll)
    }
  }
})
