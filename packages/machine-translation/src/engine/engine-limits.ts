import { isPassing } from "@dragoman/domain/machine-translation"
import { Clock, Effect, Random, Semaphore } from "effect"
import type { TranslationFailed } from "../translation-failed.ts"

const minuteMillis = 60_000

const pauseMillisMin = 250
const pauseMillisMax = 30_000
/** Longest pauses before the second attempt, the third one and the fourth, which is the last. */
const pauseGrowth = [1_000, 5_000, pauseMillisMax]
/** A service that asks for more is asked again later, by another request of the user or of a job. */
const askedPauseMillisMax = 60_000

/** The part of the limits of a service that this program has, beside others that use the service. */
export interface LimitShare {
  /** Number of programs that use the service, with this one. */
  readonly programs: Effect.Effect<number>
  /** Counts this program as one of them while the effect runs. */
  readonly using: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

export interface EngineLimitOptions {
  /** Requests in flight. */
  readonly requestsMax: number
  /** null: the engine counts none. */
  readonly charactersPerMinute: number | null
  /** Absent: this program alone uses the engine. */
  readonly share?: LimitShare
}

const notShared: LimitShare = { programs: Effect.succeed(1), using: (effect) => effect }

/** Limits requests in flight to the share of this program, which has at least one. Shares change while requests wait. */
export const makeSharedSemaphore = (requestsMax: number, { programs, using }: LimitShare = notShared) => {
  const semaphore = Semaphore.makeUnsafe(requestsMax)
  const adjust = Effect.flatMap(programs, (count) => semaphore.resize(Math.max(1, Math.floor(requestsMax / count))))
  return {
    withPermit: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      using(Effect.andThen(adjust, semaphore.withPermit(Effect.andThen(adjust, effect))))
  }
}

/** Limits and retries of one engine: requests in flight, characters a minute, and pauses between attempts. */
export const makeEngineLimits = ({ requestsMax, charactersPerMinute, share = notShared }: EngineLimitOptions) => {
  const semaphore = makeSharedSemaphore(requestsMax, share)
  /** Monotonic time at which the characters that were sent are used up. */
  let usedUpAt = Number.NEGATIVE_INFINITY

  /** A minute's characters may be sent at once; after that, each character waits for its share of a minute. */
  const waitForCharacters = Effect.fnUntraced(function* (characters: number) {
    if (charactersPerMinute === null) return
    const now = Number(yield* Clock.monotonicTimeNanos) / 1_000_000
    const cost = (characters * minuteMillis * (yield* share.programs)) / charactersPerMinute
    // More characters than a minute has wait until all others are used up.
    const startsAt = usedUpAt + Math.min(cost, minuteMillis) - minuteMillis
    usedUpAt = Math.max(now, usedUpAt) + cost
    if (startsAt <= now) return
    yield* Effect.sleep(Math.ceil(startsAt - now)).pipe(
      Effect.onInterrupt(() =>
        Effect.sync(() => {
          usedUpAt -= cost
        })
      )
    )
  })

  const attempt = <A>(
    request: Effect.Effect<A, TranslationFailed>,
    count: number
  ): Effect.Effect<A, TranslationFailed> =>
    Effect.catch(
      request,
      Effect.fnUntraced(function* (failed) {
        const longest = pauseGrowth[count - 1]
        const asked = failed.retryMillis ?? 0
        if (!isPassing(failed.reason) || longest === undefined) return yield* failed
        if (asked > askedPauseMillisMax) return yield* failed
        yield* Effect.sleep(asked > 0 ? asked : yield* Random.nextIntBetween(pauseMillisMin, longest))
        return yield* attempt(request, count + 1)
      })
    )

  /** Runs a request that sends so many characters. A request that waits for its next attempt stays in flight. */
  const run = <A>(characters: number, request: Effect.Effect<A, TranslationFailed>) =>
    share.using(Effect.andThen(waitForCharacters(characters), semaphore.withPermit(attempt(request, 1))))

  return { run }
}
