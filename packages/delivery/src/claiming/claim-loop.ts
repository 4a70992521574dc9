import { surviving } from "@dragoman/background"
import { pauseMaxMillis } from "@dragoman/domain/webhook"
import { type ClaimedDelivery, claimEndpointsMax } from "@dragoman/store"
import { Effect, Queue, Schedule } from "effect"
import { clockSkewMillis, type EngineParts } from "../engine-parts.ts"
import { makePoll } from "./poll-due.ts"

export interface ClaimLimits {
  readonly perEndpointConcurrency: number
  readonly pollMillis: number
}

/** Leases of one configuration, by all dispatchers, for each delivery that can be sent to it at a time. */
const leasedPerEndpointSlot = 12

/** Pause after a claim that leased nothing although deliveries were due. */
const claimPause = "20 millis"

/** Slow endpoints are refilled together, so often: what waits for one of them lasts for half a second at least. */
const refillPauseMillis = 100

/** An endpoint whose latest attempt failed gets a few attempts at a time: hanging endpoints must not take all slots. */
const failingEndpointConcurrency = 4

/** Deliveries whose times are reset in one transaction. */
const resetBatchSize = 100

/** Leases due deliveries and starts their attempts; never ends by itself. */
export const claimLoop = (
  engine: EngineParts,
  { perEndpointConcurrency, pollMillis }: ClaimLimits,
  startAttempts: () => void
): Effect.Effect<never> => {
  const { owner, database, outbox, clock, slots, cursors, wake, leaseMillis } = engine
  const poll = makePoll(engine)
  let claimAfter = 0
  let refillAt = 0

  /** When to claim again. Uninterruptible: leased deliveries are always in the slots, so that stopping releases them. */
  const claim = Effect.gen(function* () {
    const now = (yield* clock.now).monotonicMillis
    const refillsSlow = now >= refillAt
    if (refillsSlow) refillAt = now + refillPauseMillis
    const plan = slots.claimPlan(now, refillsSlow)
    startAttempts()
    if (plan === null) return "whenWoken"
    const { limit, without, isFull, withCapacity } = plan
    const limits = {
      now,
      limit,
      perEndpointLimit: perEndpointConcurrency * leasedPerEndpointSlot,
      perFailingEndpointLimit: Math.min(failingEndpointConcurrency, perEndpointConcurrency)
    }
    // Reads first: when nothing is due, the write lock is not touched.
    const due = yield* poll({ ...limits, after: claimAfter, without })
    if (due.length === 0) {
      const isWholeRound = claimAfter === 0
      claimAfter = 0
      return isWholeRound ? "whenWoken" : "atOnce"
    }
    const claimed = yield* database.autocommit(
      outbox.claim({ ...limits, owner, leasedUntil: now + leaseMillis, endpoints: withCapacity(due) })
    )
    // With many endpoints the next claim continues behind them, and starts over at the end.
    claimAfter = due.length < claimEndpointsMax / 2 ? 0 : Math.max(...due.map(({ id }) => id))
    slots.add(claimed)
    startAttempts()
    if (claimed.length > 0) return "atOnce"
    // Large bodies wait for memory, which acknowledged attempts free. Else others were faster, or all due ones were dropped.
    return isFull && claimAfter === 0 ? "whenWoken" : "afterPause"
  }).pipe(
    Effect.uninterruptible,
    // After an outage the database may be a copy that lacks the latest rows: it gives their ids to others.
    Effect.onError(() => Effect.sync(() => cursors.replace(null)))
  )

  // The monotonic clock knows only the jumps since its start: times that an earlier run wrote under a clock far ahead are reset.
  const resetTimes = Effect.gen(function* () {
    const { monotonicMillis } = yield* clock.now
    const reset = outbox.resetTimesBeyond(monotonicMillis + pauseMaxMillis + clockSkewMillis, resetBatchSize)
    while ((yield* database.transaction(reset)) > 0) yield* Effect.yieldNow
  })

  const claiming = surviving("Claiming webhook deliveries failed", claim)
  return Effect.gen(function* () {
    yield* surviving("Resetting webhook schedules failed", resetTimes)
    for (;;) {
      const next = yield* claiming
      // Lets the fibers of attempts run in between.
      if (next === "atOnce") yield* Effect.yieldNow
      else if (next === "afterPause") yield* Effect.sleep(claimPause)
      else yield* Effect.timeoutOption(Queue.take(wake), pollMillis)
    }
  })
}

/** Wakes the claim loop when slow endpoints may be refilled again. */
export const refillLoop = ({ refill, wake }: EngineParts): Effect.Effect<never> => {
  const refillOnce = Effect.gen(function* () {
    yield* Queue.take(refill)
    yield* Effect.sleep(refillPauseMillis)
    yield* Queue.clear(refill)
    yield* Queue.offer(wake, undefined)
  })
  return Effect.forever(refillOnce)
}

/** Poll interval for stale deliveries: a deleted or paused configuration must be quiet within a second. */
const recheckPause = Schedule.spaced("250 millis")

/** Releases the leases of withdrawn deliveries, until the database has done so. */
export const makeLeaseRelease = ({ owner, database, outbox, clock, slots, wake }: EngineParts) => {
  const withdrawnIds = new Set<number>()
  /** A delivery that was claimed again since has a new lease, which stays. */
  const unreleasedIds = (): ReadonlyArray<number> => [...withdrawnIds].filter((id) => !slots.isLeased(id))

  const add = (withdrawn: ReadonlyArray<ClaimedDelivery>): void => {
    for (const { id } of withdrawn) withdrawnIds.add(id)
  }

  /** Withdraws waiting deliveries whose endpoint was changed, paused, disabled or deleted since they were claimed. */
  const withdrawStale = Effect.gen(function* () {
    const ids = slots.waitingIds()
    if (ids.length === 0) return
    const endpoints = yield* outbox.listSendingEndpoints(ids, (yield* clock.now).monotonicMillis)
    const endpointById = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
    add(
      slots.withdraw(({ webhookConfigurationId, url, secrets }) => {
        const endpoint = endpointById.get(webhookConfigurationId)
        return endpoint?.url !== url || endpoint.secret !== secrets.secret
      })
    )
  })

  const release = Effect.gen(function* () {
    const ids = unreleasedIds()
    if (ids.length > 0) {
      yield* database.transaction(outbox.releaseLeases(owner, ids))
      yield* Queue.offer(wake, undefined)
    }
    for (const id of ids) withdrawnIds.delete(id)
  })

  // The claim loop already logs an outage; the next round repeats a release that failed.
  const loop = Effect.repeat(
    Effect.catchDefect(Effect.andThen(withdrawStale, release), () => Effect.void),
    recheckPause
  )
  return { add, loop, unreleasedIds }
}
