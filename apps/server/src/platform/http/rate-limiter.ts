import { RateLimited } from "@dragoman/api"
import { clientNetwork } from "@dragoman/domain/credential"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Settings } from "../settings/settings.ts"

/** A fixed window that begins with the first request of a bucket. The numbers are Tolgee's unless noted. */
export interface RateLimit {
  readonly requests: number
  readonly windowMillis: number
  /** In the response: the limit is of the server, not of one endpoint. */
  readonly global: boolean
}

export const anonymousLimit: RateLimit = { requests: 20_000, windowMillis: 300_000, global: true }
export const userLimit: RateLimit = { requests: 400, windowMillis: 60_000, global: true }
export const failedCredentialLimit: RateLimit = { requests: 5, windowMillis: 1_000, global: true }
export const loginLimit: RateLimit = { requests: 5, windowMillis: 1_000, global: false }

/**
 * Wrong passwords for one user name from all addresses, because an attacker may have many. Correct passwords do not count.
 */
export const wrongPasswordLimit: RateLimit = { requests: 10, windowMillis: 60_000, global: false }

/** Checks of e-mail addresses, per client. */
export const emailCheckLimit: RateLimit = { requests: 10, windowMillis: 3_600_000, global: false }

/** Requests for a link for a new password, per client. */
export const passwordResetLimit: RateLimit = { requests: 2, windowMillis: 300_000, global: false }

/** The same per address that was typed, whether it has an account or not: no mailbox is filled by requests from many addresses. */
export const passwordResetAddressLimit: RateLimit = { requests: 5, windowMillis: 3_600_000, global: false }

/** Mails for the verification of an address, per client. */
export const emailVerificationLimit: RateLimit = { requests: 2, windowMillis: 60_000, global: false }

/** Mails of invitations, per inviting user: a server must not become a sender of spam. Our own limit. */
export const invitationMailLimit: RateLimit = { requests: 100, windowMillis: 3_600_000, global: false }

/**
 * Reading translations: the list and the texts for the SDK. Ten times Tolgee's limit, which a page in development with
 * several namespaces and languages reaches in a minute.
 */
export const translationReadLimit: RateLimit = { requests: 1_000, windowMillis: 300_000, global: false }

export const exportLimit: RateLimit = { requests: 100, windowMillis: 300_000, global: false }

export const batchJobCancelLimit: RateLimit = { requests: 10, windowMillis: 300_000, global: false }

/** The client's address or its network: the bucket of rate limits by address. */
export const clientNetworkOf = ({
  remoteAddress
}: Pick<HttpServerRequest.HttpServerRequest, "remoteAddress">): string =>
  Option.match(remoteAddress, { onNone: () => "unknown", onSome: clientNetwork })

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

/** Counts the remaining requests of each bucket. Times are monotonic milliseconds. */
interface FixedWindows<Bucket> {
  /** Takes one request (null), or returns the milliseconds until the window ends. */
  readonly take: (bucket: Bucket, now: number) => number | null
  /** As `take`, but takes nothing and opens no window. */
  readonly check: (bucket: Bucket, now: number) => number | null
  /** Undoes a `take` while its window lasts. */
  readonly giveBack: (bucket: Bucket, now: number) => void
  /** Windows in memory, with those that have ended. */
  readonly size: () => number
}

interface Window {
  readonly endsAt: number
  left: number
}

/**
 * Fixed windows in bounded memory and without searching: of two maps, the younger one replaces the older one when it is full
 * or as old as a window, because all windows of the older one have ended by then. If it was full, the oldest windows are
 * lost early: at most `2 × windowsMax` are kept.
 */
export const makeFixedWindows = <Bucket>(
  { requests, windowMillis }: Omit<RateLimit, "global">,
  windowsMax: number
): FixedWindows<Bucket> => {
  let young = new Map<Bucket, Window>()
  let old = new Map<Bucket, Window>()
  let youngSince = Number.NEGATIVE_INFINITY
  const find = (bucket: Bucket, now: number): Window | undefined => {
    const window = young.get(bucket) ?? old.get(bucket)
    return window !== undefined && window.endsAt > now ? window : undefined
  }
  const open = (bucket: Bucket, now: number): Window => {
    if (now - youngSince >= windowMillis || young.size >= windowsMax) {
      old = young
      young = new Map()
      youngSince = now
    }
    const window = { endsAt: now + windowMillis, left: requests }
    young.set(bucket, window)
    return window
  }
  return {
    take: (bucket, now) => {
      const window = find(bucket, now) ?? open(bucket, now)
      if (window.left <= 0) return window.endsAt - now
      window.left--
      return null
    },
    check: (bucket, now) => {
      const window = find(bucket, now)
      return window !== undefined && window.left <= 0 ? window.endsAt - now : null
    },
    giveBack: (bucket, now) => {
      const window = find(bucket, now)
      if (window !== undefined) window.left = Math.min(window.left + 1, requests)
    },
    size: () => young.size + old.size
  }
}
