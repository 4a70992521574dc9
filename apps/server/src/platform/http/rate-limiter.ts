import { RateLimited } from "@dragoman/api"
import { clientNetwork } from "@dragoman/domain/credential"
import { type LimitField, limitSettings, type Rate } from "@dragoman/settings"
import { Database } from "@dragoman/store"
import { Clock, Context, Effect, Layer, Metric, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Settings } from "../settings/settings.ts"
import { type FixedWindows, makeFixedWindows } from "./fixed-windows.ts"
import { makeSharedWindows } from "./shared-windows.ts"

/** A rate limit; its numbers are settings. */
export interface RateLimit {
  readonly setting: LimitField
  /** In the response: the limit is of the server, not of one endpoint. */
  readonly global: boolean
  /** On PostgreSQL all servers count together: for limits of what guesses, or sends mail. */
  readonly shared: boolean
}

export const anonymousLimit: RateLimit = { setting: "limitAddressRequests", global: true, shared: false }
export const userLimit: RateLimit = { setting: "limitUserRequests", global: true, shared: false }
export const failedCredentialLimit: RateLimit = { setting: "limitFailedCredentials", global: true, shared: true }
export const loginLimit: RateLimit = { setting: "limitLogins", global: false, shared: true }

/**
 * Wrong passwords for one user name from all addresses, because an attacker may have many. Correct passwords do not count.
 */
export const wrongPasswordLimit: RateLimit = { setting: "limitWrongPasswords", global: false, shared: true }

/** Wrong passwords with one access token or session, which may be stolen. */
export const sessionPasswordLimit: RateLimit = { setting: "limitSessionWrongPasswords", global: false, shared: true }

/** Wrong codes of a second factor, per user. Correct codes do not count. */
export const wrongCodeLimit: RateLimit = { setting: "limitSecondFactors", global: false, shared: true }

/** Checks of e-mail addresses, per client. */
export const emailCheckLimit: RateLimit = { setting: "limitEmailChecks", global: false, shared: true }

/** Challenges for passkeys, per client or user: each is a row until it is used. */
export const passkeyOptionsLimit: RateLimit = { setting: "limitPasskeyOptions", global: false, shared: true }

/** Mails to reset a password, per client. */
export const passwordResetLimit: RateLimit = { setting: "limitPasswordResets", global: false, shared: true }

/** The same per address that was typed, whether it has an account or not: requests from many addresses fill no mailbox. */
export const passwordResetAddressLimit: RateLimit = {
  setting: "limitPasswordResetsOfAccounts",
  global: false,
  shared: true
}

/** Mails of invitations, per inviting user: a server must not become a sender of spam. */
export const invitationMailLimit: RateLimit = { setting: "limitInvitationMails", global: false, shared: true }

/** Mails to verify an address, per client. */
export const emailVerificationLimit: RateLimit = { setting: "limitEmailVerifications", global: false, shared: true }

/** Reading translations: the list and the texts for the SDK. */
export const translationReadLimit: RateLimit = { setting: "limitTranslationReads", global: false, shared: false }

export const exportLimit: RateLimit = { setting: "limitExports", global: false, shared: false }

export const batchJobCancelLimit: RateLimit = { setting: "limitBatchJobCancels", global: false, shared: false }

/** The client's address or its network: the bucket of rate limits by address. */
export const clientNetworkOf = ({
  remoteAddress
}: Pick<HttpServerRequest.HttpServerRequest, "remoteAddress">): string =>
  Option.isNone(remoteAddress) ? "unknown" : networkOf(remoteAddress.value)

/** Networks by the addresses that were seen last: each request asks twice. */
const networks = new Map<string, string>()
const networksMax = 1_000

const networkOf = (address: string): string => {
  const known = networks.get(address)
  if (known !== undefined) return known
  if (networks.size >= networksMax) networks.clear()
  const network = clientNetwork(address)
  networks.set(address, network)
  return network
}

/** Maximum of windows in each of the two maps of a limit. */
const windowsMax = 50_000

/** Length of a bucket's name in the database: more than any address or digest has. */
const bucketMax = 128

type Bucket = string | number

const rejections = (setting: LimitField) =>
  Metric.counter("dragoman_rate_limit_rejections_total", {
    description: "Requests that were answered with 429, by the setting of the limit.",
    attributes: { limit: `DRAGOMAN_${limitSettings[setting].name}` },
    incremental: true
  })

/** A series for each limit, before the first rejection: run it at each scrape. */
export const showRateLimitMetrics: Effect.Effect<void> = Effect.forEach(
  Object.keys(limitSettings) as ReadonlyArray<LimitField>,
  (setting) => Metric.update(rejections(setting), 0),
  { discard: true }
)

/** An address may be any text that a trusted proxy passes on. */
const storableName = (bucket: Bucket): string => String(bucket).slice(0, bucketMax).toWellFormed().replaceAll("\0", "")

/** The windows of a limit, one for each of its rates. */
interface LimitWindows {
  readonly rates: ReadonlyArray<Rate>
  readonly windows: ReadonlyArray<FixedWindows<Bucket>>
}

/** One request of a bucket of a limit. */
export type Counted = readonly [limit: RateLimit, bucket: Bucket]

/**
 * Counts requests per bucket: in this process, and for shared limits on PostgreSQL in the database, together with the other
 * servers (ADR 49). Windows use monotonic time, so that jumps of the wall clock neither extend nor end them. Not in a
 * transaction: what it takes would be locked until the end, or given back.
 */
export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Takes one request from the bucket, or fails with 429. */
    readonly consume: (limit: RateLimit, bucket: Bucket) => Effect.Effect<void, RateLimited>
    /** Takes one request from each bucket, or from none, and fails with 429. The limits are all shared, or none is. */
    readonly consumeAll: (counted: ReadonlyArray<Counted>) => Effect.Effect<void, RateLimited>
    /** Fails with 429 when this server knows that the bucket is empty; takes nothing and asks no database. */
    readonly check: (limit: RateLimit, bucket: Bucket) => Effect.Effect<void, RateLimited>
    /** Gives back one request that should not count. */
    readonly giveBack: (limit: RateLimit, bucket: Bucket) => Effect.Effect<void>
    /** Gives back one request of each bucket. */
    readonly giveBackAll: (counted: ReadonlyArray<Counted>) => Effect.Effect<void>
  }
>()("@dragoman/server/platform/http/RateLimiter") {
  static readonly layer = Layer.effect(
    RateLimiter,
    Effect.gen(function* () {
      const settings = yield* Settings
      const clock = yield* Clock.Clock
      const { engine } = yield* Database
      const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
      const shared = engine === "postgres" && settings.rateLimits ? yield* makeSharedWindows(now) : null

      const windowsByLimit = new Map<LimitField, LimitWindows>()
      const windowsOf = ({ setting }: RateLimit) => {
        const rates = settings[setting]
        const known = windowsByLimit.get(setting)
        // Others were set while the server runs: counts begin again.
        if (known?.rates === rates) return known.windows
        const windows = rates.map((rate) => makeFixedWindows<Bucket>(rate, windowsMax))
        windowsByLimit.set(setting, { rates, windows })
        return windows
      }
      /** The longest wait for any of the windows; 0: none is used up. */
      const waitOf = ([limit, bucket]: Counted) =>
        Math.max(0, ...windowsOf(limit).map((windows) => windows.check(bucket, now()) ?? 0))
      const take = (counted: ReadonlyArray<Counted>) => {
        for (const [limit, bucket] of counted) for (const windows of windowsOf(limit)) windows.take(bucket, now())
      }
      const rejected = ({ setting, global }: RateLimit, waitMillis: number) =>
        Effect.andThen(
          Metric.update(rejections(setting), 1),
          Effect.fail(new RateLimited({ message: "rate_limited", retryAfter: waitMillis, global }))
        )

      const checkAlone = (counted: ReadonlyArray<Counted>) => {
        for (const one of counted) {
          const waitMillis = waitOf(one)
          if (waitMillis > 0) return rejected(one[0], waitMillis)
        }
        return null
      }
      const consumeAlone = (counted: ReadonlyArray<Counted>) =>
        Effect.suspend(() => checkAlone(counted) ?? Effect.sync(() => take(counted)))

      /** The windows of the limits in the database, by the names that they have there. */
      const sharedOf = (counted: ReadonlyArray<Counted>) =>
        counted.flatMap(([limit, bucket]) =>
          settings[limit.setting].map((rate) => ({
            ...rate,
            limit,
            bucket: `${limit.setting} ${rate.windowMillis} ${storableName(bucket)}`
          }))
        )

      const consumeAll = (counted: ReadonlyArray<Counted>): Effect.Effect<void, RateLimited> => {
        if (!settings.rateLimits) return Effect.void
        if (shared === null || counted.some(([limit]) => !limit.shared)) return consumeAlone(counted)
        // Requests that were counted here while the database did not respond count afterwards, too.
        const usedUpHere = Effect.suspend(() => checkAlone(counted) ?? Effect.void)
        const taking = Effect.andThen(usedUpHere, shared.take(sharedOf(counted)))
        return Effect.flatMap(taking, (taken) => {
          switch (taken.kind) {
            case "unknown":
              return consumeAlone(counted)
            case "rejected":
              return rejected(taken.window.limit, taken.waitMillis)
            case "taken":
              // Counted here as well, for the time that the database does not answer.
              return Effect.sync(() => take(counted))
          }
        })
      }

      const giveBackAll = (counted: ReadonlyArray<Counted>) =>
        Effect.suspend(() => {
          if (!settings.rateLimits) return Effect.void
          for (const [limit, bucket] of counted) {
            for (const windows of windowsOf(limit)) windows.giveBack(bucket, now())
          }
          const together = shared === null ? [] : sharedOf(counted.filter(([limit]) => limit.shared))
          return shared === null || together.length === 0 ? Effect.void : shared.giveBack(together)
        })

      return RateLimiter.of({
        consume: (limit, bucket) => consumeAll([[limit, bucket]]),
        consumeAll,
        check: (limit, bucket) =>
          Effect.suspend(() => {
            if (!settings.rateLimits) return Effect.void
            const spent = shared !== null && limit.shared ? shared.check(sharedOf([[limit, bucket]])) : null
            if (spent === null) return checkAlone([[limit, bucket]]) ?? Effect.void
            return spent > 0 ? rejected(limit, spent) : Effect.void
          }),
        giveBack: (limit, bucket) => giveBackAll([[limit, bucket]]),
        giveBackAll
      })
    })
  )
}
