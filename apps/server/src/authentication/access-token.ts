import { createSecretKey, randomUUID } from "node:crypto"
import { Clock, Context, Data, Effect, Layer } from "effect"
import { errors, jwtVerify, SignJWT } from "jose"
import { ServerSecret } from "./server-secret.ts"

/** 7 days. Source: reference "auth-and-permissions" 4.3, as are the claims. */
const lifetimeSeconds = 7 * 24 * 60 * 60
/** How long an entered password opens the endpoints that ask for it. */
const superLifetimeMillis = 60 * 60 * 1000
const audience = "tg.tok"
/** Tokens whose signature was found good, so that each request does not check it anew. */
const verifiedTokensMax = 10_000

/** Not signed by this server, or not an access token. */
export class AccessTokenInvalid extends Data.TaggedError("AccessTokenInvalid") {}
/** Signed by this server, but past its time. */
export class AccessTokenExpired extends Data.TaggedError("AccessTokenExpired") {}

export interface AccessTokenClaims {
  readonly userId: number
  /** Epoch seconds. */
  readonly issuedAtSeconds: number
  readonly expiresAtSeconds: number
  /** Epoch milliseconds; null: not a super token. */
  readonly superUntil: number | null
  readonly actingUserId: number | null
}

/** Issues and reads the access tokens (JWT) of logged-in users. */
export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    readonly issue: (options: {
      readonly userId: number
      /** The password was entered just now. */
      readonly isSuper: boolean
      readonly actingUserId?: number
    }) => Effect.Effect<string>
    readonly read: (token: string) => Effect.Effect<AccessTokenClaims, AccessTokenInvalid | AccessTokenExpired>
  }
>()("@dragoman/server/authentication/AccessTokens") {
  static readonly layer = Layer.effect(
    AccessTokens,
    Effect.gen(function* () {
      const secret = yield* ServerSecret
      const clock = yield* Clock.Clock
      const key = createSecretKey(Buffer.from(secret, "utf8"))
      const algorithm = secret.length >= 64 ? "HS512" : secret.length >= 48 ? "HS384" : "HS256"
      const verified = new Map<string, AccessTokenClaims>()

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
        const acting = (payload["act"] as { readonly sub?: unknown } | undefined)?.sub
        return {
          userId,
          issuedAtSeconds: payload.iat ?? 0,
          expiresAtSeconds: payload.exp ?? 0,
          superUntil: typeof payload["ste"] === "number" ? payload["ste"] : null,
          actingUserId: acting === undefined ? null : Number(acting)
        }
      })

      return AccessTokens.of({
        issue: Effect.fn("AccessTokens.issue")(function* ({ userId, isSuper, actingUserId }) {
          const now = clock.currentTimeMillisUnsafe()
          const issuedAtSeconds = Math.floor(now / 1000)
          const claims = {
            d: { id: randomUUID() },
            ...(isSuper ? { ste: now + superLifetimeMillis } : {}),
            ...(actingUserId === undefined ? {} : { act: { sub: String(actingUserId) } })
          }
          return yield* Effect.promise(() =>
            new SignJWT(claims)
              .setProtectedHeader({ alg: algorithm })
              .setSubject(String(userId))
              .setAudience(audience)
              .setIssuedAt(issuedAtSeconds)
              .setExpirationTime(issuedAtSeconds + lifetimeSeconds)
              .sign(key)
          )
        }),
        read: (token) =>
          Effect.suspend(() => {
            const known = verified.get(token)
            if (known !== undefined) {
              return clock.currentTimeMillisUnsafe() < known.expiresAtSeconds * 1000
                ? Effect.succeed(known)
                : Effect.fail(new AccessTokenExpired())
            }
            return Effect.tap(verify(token), (claims) =>
              Effect.sync(() => {
                const [oldest] = verified.keys()
                if (verified.size >= verifiedTokensMax && oldest !== undefined) verified.delete(oldest)
                verified.set(token, claims)
              })
            )
          })
      })
    })
  )
}
