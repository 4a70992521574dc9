import { RateLimited } from "@dragoman/api"
import { Clock, Context, Effect, Layer } from "effect"
import { Settings } from "../settings/settings.ts"
import { type FixedWindows, makeFixedWindows } from "./fixed-windows.ts"

/** A fixed window that begins with the first request of a bucket. The numbers are Tolgee's unless noted. */
export interface RateLimit {
  readonly requests: number
  readonly windowMillis: number
  /** In the response: the limit is of the server, not of one endpoint. */
  readonly global: boolean
}

export const anonymousLimit: RateLimit = { requests: 20_000, windowMillis: 300_000, global: true }
export const userLimit: RateLimit = { requests: 400, windowMillis: 60_000, global: true }
export const failedCredentialLimit: RateLimit = {
  requests: 5,
  windowMillis: 1_000,
  global: true
}
export const loginLimit: RateLimit = { requests: 5, windowMillis: 1_000, global: false }

/**
 * Wrong passwords for one user name from all addresses, because an attacker may have many. Correct passwords do not count.
 */
export const wrongPasswordLimit: RateLimit = { requests: 10, windowMillis: 60_000, global: false }

/** Checks of e-mail addresses, per client. */
export const emailCheckLimit: RateLimit = { requests: 10, windowMillis: 3_600_000, global: false }

/**
 * Reading translations: the list and the texts for the SDK. Ten times Tolgee's limit, which a page in development with
 * several namespaces and languages reaches in a minute.
 */
export const translationReadLimit: RateLimit = {
  requests: 1_000,
  windowMillis: 300_000,
  global: false
}

export const exportLimit: RateLimit = { requests: 100, windowMillis: 300_000, global: false }

export const batchJobCancelLimit: RateLimit = {
  requests: 10,
  windowMillis: 300_000,
  global: false
}

/** Maximum of windows in each of the two maps of a limit. */
const windowsMax = 50_000

/**
 * Counts requests per bucket in this process; each server counts its own. Windows use the monotonic clock, so that jumps of
 * the wall clock do not extend them.
 */
export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Takes one request from the bucket, or fails with 429. */
    readonly consume: (limit: RateLimit, bucket: string | number) => Effect.Effect<void, RateLimited>
    /** Fails with 429 when the bucket is empty; takes nothing. */
    readonly check: (limit: RateLimit, bucket: string | number) => Effect.Effect<void, RateLimited>
    /** Gives back one request that should not count. */
    readonly giveBack: (limit: RateLimit, bucket: string | number) => Effect.Effect<void>
  }
>()("@dragoman/server/platform/http/RateLimiter") {
  static readonly layer = Layer.effect(
    RateLimiter,
    Effect.gen(function* () {
      const { rateLimits } = yield* Settings
      const clock = yield* Clock.Clock
      const windowsByLimit = new Map<RateLimit, FixedWindows<string | number>>()
      const windowsOf = (limit: RateLimit) => {
        const windows = windowsByLimit.get(limit) ?? makeFixedWindows<string | number>(limit, windowsMax)
        windowsByLimit.set(limit, windows)
        return windows
      }
      const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
      const failUnless = (limit: RateLimit, ask: () => number | null) =>
        Effect.suspend(() => {
          const waitMillis = rateLimits ? ask() : null
          return waitMillis === null
            ? Effect.void
            : Effect.fail(new RateLimited({ message: "rate_limited", retryAfter: waitMillis, global: limit.global }))
        })
      return RateLimiter.of({
        consume: (limit, bucket) => failUnless(limit, () => windowsOf(limit).take(bucket, now())),
        check: (limit, bucket) => failUnless(limit, () => windowsOf(limit).check(bucket, now())),
        giveBack: (limit, bucket) => Effect.sync(() => windowsOf(limit).giveBack(bucket, now()))
      })
    })
  )
}
