import { createSecretKey, randomBytes, randomUUID } from "node:crypto"
import type { AccessTokenGeneration } from "@dragoman/domain/credential"
import { Database, ServerValueRepository } from "@dragoman/store"
import { Cache, Clock, Context, Data, Duration, Effect, Exit, Layer, Option } from "effect"
import { errors, jwtVerify, SignJWT } from "jose"
import { Settings } from "../../platform/settings/settings.ts"

/** How long an administrator acts as another user with one token. */
const actingLifetimeSeconds = 60 * 60
const audience = "tg.tok"
/** Cached tokens with a verified signature. */
const verifiedTokensMax = 10_000

/** The token is not signed by this server, or not an access token. */
export class AccessTokenInvalid extends Data.TaggedError("AccessTokenInvalid") {}
/** The token is signed by this server, but has expired. */
export class AccessTokenExpired extends Data.TaggedError("AccessTokenExpired") {}

export interface AccessTokenClaims extends AccessTokenGeneration {
  readonly userId: number
  readonly expiresAtSeconds: number
  /** Epoch milliseconds; null: not a super token. */
  readonly superUntil: number | null
  /** The administrator who acts as the user; null: the user. */
  readonly acting: ActingAdministrator | null
}

export interface ActingAdministrator {
  readonly userId: number
  /** Generation of the administrator's tokens, as for the user. */
  readonly generation: number | null
}

/** The part of an account that its tokens depend on. */
interface TokenUser {
  readonly userId: number
  readonly tokensValidNotBefore: number
}

/** Issues and reads the access tokens (JWT) of logged-in users. The claims are as in Tolgee. */
export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    /** `isSuper`: the password has just been entered. */
    readonly issue: (options: { readonly user: TokenUser; readonly isSuper: boolean }) => Effect.Effect<string>
    /** A token with which an administrator acts as the user: short-lived, and never a super token. */
    readonly issueForAdministrator: (options: {
      readonly user: TokenUser
      readonly administrator: TokenUser
    }) => Effect.Effect<string>
    readonly read: (token: string) => Effect.Effect<AccessTokenClaims, AccessTokenInvalid | AccessTokenExpired>
  }
>()("@dragoman/server/service/access/AccessTokens") {
  static readonly layer = Layer.effect(
    AccessTokens,
    Effect.gen(function* () {
      const secret = yield* ServerSecret
      const { accessTokenMillis, superTokenMillis } = yield* Settings
      const lifetimeSeconds = Math.floor(accessTokenMillis / 1_000)
      const clock = yield* Clock.Clock
      const key = createSecretKey(Buffer.from(secret, "utf8"))
      const algorithm = secret.length >= 64 ? "HS512" : secret.length >= 48 ? "HS384" : "HS256"

      const verify = Effect.fnUntraced(function* (token: string) {
        const { payload } = yield* Effect.tryPromise({
          try: () =>
            jwtVerify(token, key, {
              audience,
              algorithms: [algorithm],
              currentDate: new Date(clock.currentTimeMillisUnsafe())
            }),
          catch: (cause) => (cause instanceof errors.JWTExpired ? new AccessTokenExpired() : new AccessTokenInvalid())
        })
        const userId = Number(payload.sub)
        if (!Number.isSafeInteger(userId)) return yield* new AccessTokenInvalid()
        const act = payload["act"] as { readonly sub?: unknown; readonly gen?: unknown } | undefined
        const issuedAtSeconds = payload.iat ?? 0
        const claims = {
          userId,
          generation: toNumberOrNull(payload["gen"]),
          issuedAtSeconds,
          expiresAtSeconds: payload.exp ?? 0,
          superUntil: toNumberOrNull(payload["ste"]),
          acting: null
        }
        if (act === undefined) return claims
        // Earlier versions issued super tokens for a week to acting administrators: limited here.
        const endsAtSeconds = issuedAtSeconds + actingLifetimeSeconds
        if (clock.currentTimeMillisUnsafe() >= endsAtSeconds * 1000) return yield* new AccessTokenExpired()
        return {
          ...claims,
          expiresAtSeconds: Math.min(claims.expiresAtSeconds, endsAtSeconds),
          superUntil: null,
          acting: { userId: Number(act.sub), generation: toNumberOrNull(act.gen) }
        }
      })

      const verified = yield* Cache.makeWith(verify, {
        capacity: verifiedTokensMax,
        // Failures are not cached: wrong tokens would displace good ones.
        timeToLive: (exit) =>
          Exit.isSuccess(exit)
            ? Math.max(0, exit.value.expiresAtSeconds * 1000 - clock.currentTimeMillisUnsafe())
            : Duration.zero
      })

      const sign = Effect.fnUntraced(function* (user: TokenUser, lifetimeSeconds: number, claims: object) {
        const issuedAtSeconds = Math.floor(clock.currentTimeMillisUnsafe() / 1000)
        return yield* Effect.promise(() =>
          new SignJWT({ d: { id: randomUUID() }, gen: user.tokensValidNotBefore, ...claims })
            .setProtectedHeader({ alg: algorithm })
            .setSubject(String(user.userId))
            .setAudience(audience)
            .setIssuedAt(issuedAtSeconds)
            .setExpirationTime(issuedAtSeconds + lifetimeSeconds)
            .sign(key)
        )
      })

      return AccessTokens.of({
        issue: Effect.fn("AccessTokens.issue")(({ user, isSuper }) =>
          sign(user, lifetimeSeconds, isSuper ? { ste: clock.currentTimeMillisUnsafe() + superTokenMillis } : {})
        ),
        issueForAdministrator: Effect.fn("AccessTokens.issueForAdministrator")(({ user, administrator }) =>
          sign(user, actingLifetimeSeconds, {
            act: { sub: String(administrator.userId), gen: administrator.tokensValidNotBefore }
          })
        ),
        read: (token) => Cache.get(verified, token)
      })
    })
  )
}

const toNumberOrNull = (claim: unknown): number | null => (typeof claim === "number" ? claim : null)

/** The secret that signs access tokens: the setting, or one that the first start generates and stores in the database. */
export class ServerSecret extends Context.Service<ServerSecret, string>()(
  "@dragoman/server/service/access/ServerSecret"
) {
  static readonly layer = Layer.effect(
    ServerSecret,
    Effect.gen(function* () {
      const { jwtSecret } = yield* Settings
      if (jwtSecret !== null) return jwtSecret
      const values = yield* ServerValueRepository
      const database = yield* Database
      const found = yield* values.find("jwt_secret")
      if (Option.isSome(found)) return found.value
      // HS512 needs a key of at least 64 characters.
      yield* database.transaction(values.insertIfAbsent("jwt_secret", randomBytes(48).toString("base64url")))
      return Option.getOrThrow(yield* values.find("jwt_secret"))
    })
  )
}
