import { randomUUID } from "node:crypto"
import { pauseMaxMillis } from "@dragoman/domain/webhook"
import {
  type AttemptRow,
  type ClaimedDelivery,
  claimEndpointsMax,
  Database,
  deliveryWakeUps,
  OutboxRepository
} from "@dragoman/store"
import { type Cause, Effect, Fiber, FiberSet, Queue, Schedule, Stream } from "effect"
import { acknowledgeBatch } from "./acknowledging/acknowledge-batch.ts"
import type { FinishedAttempt } from "./acknowledging/finished-attempt.ts"
import { logSettled } from "./acknowledging/log-settled.ts"
import { repeatSurviving, surviving } from "./background/surviving.ts"
import { claimBatch } from "./claiming/claim-batch.ts"
import { makeDeliverySlots } from "./claiming/delivery-slots.ts"
import { yieldingDatabase } from "./claiming/yielding-database.ts"
import { makeMonotonicClock } from "./clock/monotonic-clock.ts"
import { recordAttempts } from "./metrics/attempt-metrics.ts"
import { deliveryOutcome } from "./sending/delivery-outcome.ts"
import { DeliverySender } from "./sending/delivery-sender.ts"

export interface EngineOptions {
  /** Total time of one attempt, as the sender keeps it. */
  readonly timeoutMillis: number
  /** Attempts at the same time, over all endpoints. */
  readonly concurrency?: number
  /** Attempts at the same time to one webhook configuration. */
  readonly perEndpointConcurrency?: number
  /** Poll interval for deliveries whose signal was lost. */
  readonly pollMillis?: number
  /** Finished deliveries stay in the log for this time. */
  readonly logDays: number
  /** Observes acknowledged attempts, batch by batch. The engine counts them itself in the metrics of its thread. */
  readonly onAttempts?: (attempts: ReadonlyArray<AttemptRow>) => void
  /** An element when new deliveries were committed by this process; PostgreSQL's notifications come on top. */
  readonly wakeUps?: Stream.Stream<unknown>
}

const defaultConcurrency = 512
const defaultPerEndpointConcurrency = 64
const defaultPollMillis = 250

/** Deliveries leased for each one that can be sent at a time, by all dispatchers: sending never waits for the database. */
const leasedPerSlot = 12
/** In all; bodies have a few kilobytes. */
const leasedDeliveriesMax = 2_048

/** One claim holds the write lock of SQLite for a millisecond or two; others have their turn between two of them. */
const claimMax = 256
/** After a claim that brought nothing although something was due. */
const claimPause = "20 millis"

/** An endpoint whose latest attempt failed gets a few attempts at a time: hanging endpoints must not take all slots. */
const failingEndpointConcurrency = 4

/** A lease lasts for the attempts that wait before it and for its own; this is added for the database and for other clocks. */
const leaseMarginMillis = 30_000
const leaseAttempts = 3

/**
 * The steady times of two dispatchers on one database may differ by this: an attempt begins only while its lease outlasts
 * it by as much, so that a dispatcher whose clock is ahead does not take over what is being sent.
 */
const clockSkewMillis = 15_000

/** A batch of acknowledgements is collected for this time at most: one commit for all. */
const acknowledgeLinger = "20 millis"
/** What is not acknowledged when a dispatcher is killed is sent again: where there is little to collect, it is not waited for. */
const acknowledgeShortLinger = "4 millis"
const smallBatch = 16
const acknowledgeMax = 512

/** Removal works in batches of this size, with pauses in which others write. */
const removalBatchSize = 100
const removalPause = "20 millis"
const dayMillis = 24 * 3_600_000

/** After a failure of the database. Leases that end meanwhile are taken over: at least once, never less. */
const databasePause = Schedule.spaced("1 second")
/** After a stop has begun; before, attempts are acknowledged as long as their leases may last. */
const databaseTriesAtStop = 10

/** What waits here is looked at this often: a deleted or paused configuration must be quiet within a second. */
const recheckPause = Schedule.spaced("250 millis")

/**
 * Claims due deliveries, sends them in parallel, acknowledges in batches; never ends by itself. Interruption is the graceful
 * stop: no new claim, what is being sent is finished and acknowledged, what is not is given back.
 * Described in ARCHITECTURE.md, "Activity, outbox, delivery".
 */
export const runEngine = Effect.fnUntraced(function* (options: EngineOptions) {
  const database = yield* yieldingDatabase
  const outbox = yield* OutboxRepository
  const sender = yield* DeliverySender
  const clock = yield* makeMonotonicClock
  const owner = randomUUID()
  const concurrency = options.concurrency ?? defaultConcurrency
  const perEndpointConcurrency = options.perEndpointConcurrency ?? defaultPerEndpointConcurrency
  const leasedMax = Math.min(concurrency * leasedPerSlot, leasedDeliveriesMax)
  const leaseMillis = options.timeoutMillis * leaseAttempts + leaseMarginMillis
  const slots = makeDeliverySlots({ concurrency, perEndpointConcurrency })
  const running = yield* FiberSet.make<void>()
  const finished = yield* Queue.unbounded<FinishedAttempt, Cause.Done>()
  const wake = yield* Queue.sliding<void>(1)
  let isStopping = false
  let claimAfter = 0
  /** In the latest batch. */
  let acknowledgedCount = 0

  const attempt = Effect.fnUntraced(function* (delivery: ClaimedDelivery) {
    const startedAt = yield* clock.now
    // An attempt that would outlast its lease is left to the next claim.
    const isTooLate = delivery.leasedUntil - startedAt.monotonicMillis < options.timeoutMillis + clockSkewMillis
    if (!isTooLate) {
      const outcome = deliveryOutcome(yield* sender.send(delivery))
      const finishedAt = yield* clock.now
      // An endpoint that hangs or fails must not keep its slots busy with all that was claimed for it.
      const withdrawn = outcome.isDelivered ? [] : slots.withdraw(delivery.webhookConfigurationId)
      yield* Queue.offer(finished, { delivery, outcome, startedAt, finishedAt, withdrawn })
    }
    slots.free(delivery)
    if (isTooLate) slots.leave([delivery])
    yield* startWaiting
  })

  const startWaiting: Effect.Effect<void> = Effect.suspend(() => {
    const delivery = slots.next()
    if (delivery === null) return Effect.void
    if (slots.isRunningLow(delivery)) Queue.offerUnsafe(wake, undefined)
    return Effect.andThen(FiberSet.run(running, attempt(delivery)), startWaiting)
  })

  /** When to claim again. Not interrupted in the middle: what is leased is also held, and given back at the end. */
  const claim = Effect.gen(function* () {
    const room = leasedMax - slots.leasedCount()
    // A little room is not worth a commit; the next acknowledgement makes more.
    if (room < leasedMax / 4) return "whenWoken"
    const claimed = yield* claimBatch({
      owner,
      limit: Math.min(room, claimMax),
      after: claimAfter,
      without: slots.stockedIds(),
      perEndpointLimit: perEndpointConcurrency * leasedPerSlot,
      perFailingEndpointLimit: Math.min(failingEndpointConcurrency, perEndpointConcurrency),
      leaseMillis,
      now: (yield* clock.now).monotonicMillis
    }).pipe(Effect.provideService(Database, database))
    if (claimed === null) {
      const isWholeRound = claimAfter === 0
      claimAfter = 0
      return isWholeRound ? "whenWoken" : "atOnce"
    }
    // With many endpoints the next claim goes on behind them, and begins again at the end.
    const endpointIds = new Set(claimed.map(({ webhookConfigurationId }) => webhookConfigurationId))
    claimAfter = endpointIds.size < claimEndpointsMax / 2 ? 0 : Math.max(...endpointIds)
    slots.add(claimed)
    yield* startWaiting
    return claimed.length > 0 ? "atOnce" : "afterPause"
  }).pipe(Effect.uninterruptible)

  // The steady clock knows the jumps since its start only; what another run has written under a clock far ahead must not wait.
  const resetTimes = Effect.gen(function* () {
    const { monotonicMillis } = yield* clock.now
    const reset = outbox.resetTimesBeyond(monotonicMillis + pauseMaxMillis + clockSkewMillis, removalBatchSize)
    while ((yield* database.transaction(reset)) > 0) yield* Effect.yieldNow
  })

  const claimLoop = Effect.gen(function* () {
    yield* surviving("webhook schedules could not be looked through", resetTimes)
    for (;;) {
      const next = yield* surviving("webhook deliveries could not be claimed", claim)
      // Answers of endpoints have their turn in between.
      if (next === "atOnce") yield* Effect.yieldNow
      else if (next === "afterPause") yield* Effect.sleep(claimPause)
      else yield* Effect.timeoutOption(Queue.take(wake), options.pollMillis ?? defaultPollMillis)
    }
  })

  const acknowledge = Effect.gen(function* () {
    const first = yield* Queue.takeBetween(finished, 1, acknowledgeMax)
    if (first.length < acknowledgeMax) {
      yield* Effect.sleep(acknowledgedCount < smallBatch ? acknowledgeShortLinger : acknowledgeLinger)
    }
    const batch = [...first, ...(yield* Queue.clear(finished))]
    acknowledgedCount = batch.length
    // Before they are given back, as below.
    for (const { withdrawn } of batch) slots.leave(withdrawn)
    let tries = 0
    const settled = yield* acknowledgeBatch(owner, batch).pipe(
      Effect.provideService(Database, database),
      Effect.sandbox,
      Effect.retry({
        schedule: databasePause,
        while: () => ++tries < (isStopping ? databaseTriesAtStop : leaseMillis / 1_000)
      }),
      Effect.catch((cause) => Effect.as(Effect.logError("webhook attempts could not be acknowledged", cause), null))
    )
    slots.leave(batch.map(({ delivery }) => delivery))
    if (settled !== null) {
      yield* recordAttempts(settled.attempts)
      options.onAttempts?.(settled.attempts)
      yield* logSettled(settled)
    }
    yield* Queue.offer(wake, undefined)
  })

  const recheck = Effect.gen(function* () {
    const ids = slots.waitingIds()
    if (ids.length === 0) return
    const endpoints = yield* outbox.listSendingEndpoints(ids, (yield* clock.now).monotonicMillis)
    const endpointById = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
    const stale = slots.withdrawStale(({ webhookConfigurationId, url, secrets }) => {
      const endpoint = endpointById.get(webhookConfigurationId)
      return endpoint?.url === url && endpoint.secret === secrets.secret
    })
    if (stale.length === 0) return
    const release = outbox.releaseLeases(
      owner,
      stale.map(({ id }) => id)
    )
    // INVARIANT: what is given back has left before, or the next claim would take it for something that is held.
    slots.leave(stale)
    yield* database.transaction(release)
    yield* Queue.offer(wake, undefined)
  })

  const removeFinished = Effect.gen(function* () {
    const { monotonicMillis } = yield* clock.now
    const removal = outbox.removeFinished(monotonicMillis - options.logDays * dayMillis, removalBatchSize)
    while ((yield* database.transaction(removal)) > 0) yield* Effect.sleep(removalPause)
  })

  // The claim loop already logs the outage.
  yield* Effect.forkScoped(
    Effect.repeat(
      Effect.catchDefect(recheck, () => Effect.void),
      recheckPause
    )
  )
  const wakeUps = Stream.merge(options.wakeUps ?? Stream.never, deliveryWakeUps)
  yield* Effect.forkScoped(Stream.runForEach(wakeUps, () => Queue.offer(wake, undefined)))
  yield* Effect.forkScoped(repeatSurviving("old webhook deliveries could not be removed", removeFinished, "1 hour"))
  // Ends when the queue has ended and is empty.
  const acknowledging = yield* Effect.forkScoped(Effect.catch(Effect.forever(acknowledge), () => Effect.void))

  const stop = Effect.gen(function* () {
    isStopping = true
    slots.close()
    yield* FiberSet.awaitEmpty(running)
    yield* Queue.end(finished)
    yield* Fiber.await(acknowledging)
    yield* database.transaction(outbox.releaseLeases(owner, slots.leasedIds()))
  })
  // When the acknowledging dies, the engine must not go on claiming: it dies as well, and its caller restarts it.
  const untilAcknowledgingDies = Effect.andThen(Fiber.join(acknowledging), Effect.never)
  return yield* Effect.ensuring(Effect.raceFirst(claimLoop, untilAcknowledgingDies), stop)
}, Effect.scoped)
