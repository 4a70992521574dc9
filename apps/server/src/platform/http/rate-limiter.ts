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
  /** Whether the response calls the limit one of the server, not of one endpoint. */
  readonly global: boolean
  /** Whether all servers on PostgreSQL count together, as for requests that guess secrets or send mail. */
  readonly shared: boolean
}

export const anonymousLimit: RateLimit = { setting: "limitAddressRequests", global: true, shared: false }
export const userLimit: RateLimit = { setting: "limitUserRequests", global: true, shared: false }
export const failedCredentialLimit: RateLimit = { setting: "limitFailedCredentials", global: true, shared: true }
export const loginLimit: RateLimit = { setting: "limitLogins", global: false, shared: true }

/**
 * Limits wrong passwords for one user name from all addresses, because an attacker may have many. Correct passwords do
 * not count.
 */
export const wrongPasswordLimit: RateLimit = { setting: "limitWrongPasswords", global: false, shared: true }

/** Limits wrong passwords with one access token or session, which may be stolen. */
export const sessionPasswordLimit: RateLimit = { setting: "limitSessionWrongPasswords", global: false, shared: true }

/** Limits wrong codes of a second factor per user. Correct codes do not count. */
export const wrongCodeLimit: RateLimit = { setting: "limitSecondFactors", global: false, shared: true }

/** Limits checks of e-mail addresses per client. */
export const emailCheckLimit: RateLimit = { setting: "limitEmailChecks", global: false, shared: true }

/** Limits challenges for passkeys per client or user: each is a row until it is used. */
export const passkeyOptionsLimit: RateLimit = { setting: "limitPasskeyOptions", global: false, shared: true }

/** Limits mails to reset a password per client. */
export const passwordResetLimit: RateLimit = { setting: "limitPasswordResets", global: false, shared: true }

/**
 * Limits the same mails per requested address, whether it has an account or not: requests from many addresses cannot
 * fill a mailbox.
 */
export const passwordResetAddressLimit: RateLimit = {
  setting: "limitPasswordResetsOfAccounts",
  global: false,
  shared: true
}

/** Limits mails of invitations per inviting user, so that the server cannot be used for spam. */
export const invitationMailLimit: RateLimit = { setting: "limitInvitationMails", global: false, shared: true }

/** Limits mails to verify an address per client. */
export const emailVerificationLimit: RateLimit = { setting: "limitEmailVerifications", global: false, shared: true }

/** Limits reading translations: the list and the texts for the SDK. */
export const translationReadLimit: RateLimit = { setting: "limitTranslationReads", global: false, shared: false }

/** Limits reading public projects per client, of visitors with and without an account. */
export const publicReadLimit: RateLimit = { setting: "limitPublicReads", global: false, shared: false }

export const exportLimit: RateLimit = { setting: "limitExports", global: false, shared: false }

export const batchJobCancelLimit: RateLimit = { setting: "limitBatchJobCancels", global: false, shared: false }

/** Limits suggestions of the translation memory, each of which takes some milliseconds of a thread. */
export const memorySuggestionLimit: RateLimit = { setting: "limitMemorySuggestions", global: false, shared: false }

/** Limits suggestions of machines, which cost the operator money. */
export const machineSuggestionLimit: RateLimit = { setting: "limitMachineSuggestions", global: false, shared: false }

/** Returns the client's address or its network: the bucket of rate limits by address. */
export const clientNetworkOf = ({
  remoteAddress
}: Pick<HttpServerRequest.HttpServerRequest, "remoteAddress">): string =>
  Option.isNone(remoteAddress) ? "unknown" : networkOf(remoteAddress.value)

/** Caches networks by the addresses that were seen last, because each request needs one twice. */
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

/** Creates a series for each limit before the first rejection; runs at each scrape. */
export const showRateLimitMetrics: Effect.Effect<void> = Effect.forEach(
  Object.keys(limitSettings) as ReadonlyArray<LimitField>,
  (setting) => Metric.update(rejections(setting), 0),
  { discard: true }
)

/** Makes an address storable, because a trusted proxy may pass on any text. */
const storableName = (bucket: Bucket): string => String(bucket).slice(0, bucketMax).toWellFormed().replaceAll("\0", "")

/** The windows of a limit, one for each of its rates. */
interface LimitWindows {
  readonly rates: ReadonlyArray<Rate>
  readonly windows: ReadonlyArray<FixedWindows<Bucket>>
}

/** One request of a bucket of a limit. */
export type Counted = readonly [limit: RateLimit, bucket: Bucket]

/**
 * Counts requests per bucket: in this process, and for shared limits on PostgreSQL in the database, together with the
 * other servers (ADR 49). Windows use monotonic time, so that jumps of the wall clock neither extend nor end them.
 * Calls in a transaction would lock the bucket until the end, or lose the count by a rollback.
 */
export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Takes one request from the bucket, or fails with 429. */
    readonly consume: (limit: RateLimit, bucket: Bucket) => Effect.Effect<void, RateLimited>
    /** Takes one request from each bucket, or from none, and fails with 429. The limits are all shared, or none is. */
    readonly consumeAll: (counted: ReadonlyArray<Counted>) => Effect.Effect<void, RateLimited>
    /** Fails with 429 when this server knows that the bucket is empty; takes nothing and does not ask the database. */
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
        // The limit has changed while the server runs: counts start again.
        if (known?.rates === rates) return known.windows
        const windows = rates.map((rate) => makeFixedWindows<Bucket>(rate, windowsMax))
        windowsByLimit.set(setting, { rates, windows })
        return windows
      }
      /** Returns the longest wait for any of the windows; 0: none is used up. */
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

      /** Windows of the limits in the database, by their names there. */
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
              // Requests are also counted here, for the time when the database does not respond.
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
