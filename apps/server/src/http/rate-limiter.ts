import { RateLimited } from "@dragoman/api"
import { Clock, Context, Effect, Layer } from "effect"
import { Settings } from "../settings/settings.ts"

/** A fixed window opened by the first request of a bucket. Figures: reference "auth-and-permissions" 7.4. */
export interface RateLimit {
  readonly name: string
  readonly requests: number
  readonly windowMillis: number
  /** Shown to clients: the limit of the server, not of one endpoint. */
  readonly global: boolean
}

export const anonymousLimit: RateLimit = { name: "ip", requests: 20_000, windowMillis: 300_000, global: true }
export const userLimit: RateLimit = { name: "user", requests: 400, windowMillis: 60_000, global: true }
export const failedCredentialLimit: RateLimit = {
  name: "authentication",
  requests: 5,
  windowMillis: 1_000,
  global: true
}
export const loginLimit: RateLimit = { name: "generatetoken", requests: 5, windowMillis: 1_000, global: false }

/**
 * Reading translations: the list, and the texts that the SDK asks for. Ten times the original's figure, which a page in
 * development with some namespaces and languages reaches in a minute. Source: reference "content-api" 3.7.
 */
export const translationReadLimit: RateLimit = {
  name: "translations",
  requests: 1_000,
  windowMillis: 300_000,
  global: false
}

/** Source: reference "import-and-formats" 9. */
export const exportLimit: RateLimit = { name: "export", requests: 100, windowMillis: 300_000, global: false }

/** Source: reference "auth-and-permissions" 7.4. */
export const batchJobCancelLimit: RateLimit = {
  name: "batch job cancel",
  requests: 10,
  windowMillis: 300_000,
  global: false
}

interface Window {
  endsAt: number
  left: number
}

/** Windows kept before those that have ended are dropped. */
const windowsMax = 50_000

/** Counts requests per bucket in this process; every server of a cluster counts its own. */
export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Takes one request from the bucket, or fails with 429. */
    readonly consume: (limit: RateLimit, bucket: string | number) => Effect.Effect<void, RateLimited>
    /** Fails with 429 when the bucket is empty; takes nothing. */
    readonly check: (limit: RateLimit, bucket: string | number) => Effect.Effect<void, RateLimited>
  }
>()("@dragoman/server/http/RateLimiter") {
  static readonly layer = Layer.effect(
    RateLimiter,
    Effect.gen(function* () {
      const { rateLimits } = yield* Settings
      const clock = yield* Clock.Clock
      const windows = new Map<string, Window>()
      const windowOf = (limit: RateLimit, bucket: string | number, now: number): Window => {
        const key = `${limit.name} ${bucket}`
        const open = windows.get(key)
        if (open !== undefined && open.endsAt > now) return open
        if (windows.size >= windowsMax) {
          for (const [name, { endsAt }] of windows) if (endsAt <= now) windows.delete(name)
        }
        const window = { endsAt: now + limit.windowMillis, left: limit.requests }
        windows.set(key, window)
        return window
      }
      const take = (limit: RateLimit, bucket: string | number, count: number) =>
        Effect.suspend(() => {
          if (!rateLimits) return Effect.void
          const now = clock.currentTimeMillisUnsafe()
          const window = windowOf(limit, bucket, now)
          if (window.left <= 0) {
            return Effect.fail(
              new RateLimited({ message: "rate_limited", retryAfter: window.endsAt - now, global: limit.global })
            )
          }
          window.left -= count
          return Effect.void
        })
      return RateLimiter.of({
        consume: (limit, bucket) => take(limit, bucket, 1),
        check: (limit, bucket) => take(limit, bucket, 0)
      })
    })
  )
}
