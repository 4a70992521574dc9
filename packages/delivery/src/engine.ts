import { randomUUID } from "node:crypto"
import { makeMonotonicClock, repeatSurviving } from "@dragoman/background"
import {
  type ClaimedDelivery,
  Database,
  deliveryWakeUps,
  type NewAttemptRow,
  OutboxRepository,
  PeriodicWorkRepository
} from "@dragoman/store"
import { type Cause, Effect, Fiber, Layer, Queue, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { acknowledgeLoop } from "./acknowledging/acknowledge-loop.ts"
import { claimLoop, makeLeaseRelease, refillLoop } from "./claiming/claim-loop.ts"
import { makeDeliveryCursors } from "./claiming/delivery-cursors.ts"
import { makeDeliverySlots } from "./claiming/delivery-slots.ts"
import { renewCursors } from "./claiming/poll-due.ts"
import type { FinishedAttempt } from "./engine-parts.ts"
import { clockSkewMillis, type EngineParts } from "./engine-parts.ts"
import { makeAttemptCounter, recordAttempts } from "./metrics/webhook-metrics.ts"
import { makeRemoval } from "./removal/remove-finished.ts"
import { DeliverySender, type SenderOptions } from "./sending/delivery-sender.ts"
import { deliveryOutcome } from "./sending/post.ts"

export interface EngineOptions {
  /** Total time of one attempt, as the sender keeps it. */
  readonly timeoutMillis: number
  /** Attempts at the same time, over all endpoints. */
  readonly concurrency?: number
  /** Attempts at the same time to one webhook configuration. */
  readonly perEndpointConcurrency?: number
  /** Failed attempts in a row after which an endpoint gets one probe at a time, with pauses of up to a minute. */
  readonly backOffAfter?: number
  /** Poll interval for deliveries whose signal was lost. */
  readonly pollMillis?: number
  /** Finished deliveries stay in the log for this time. */
  readonly logDays: number
  /** Observes acknowledged attempts, batch by batch. Absent: they are counted in the metrics of this thread. */
  readonly onAttempts?: (attempts: ReadonlyArray<NewAttemptRow>) => void
  /** An element when new deliveries were committed by this process; PostgreSQL's notifications come on top. */
  readonly wakeUps?: Stream.Stream<unknown>
}

const defaultConcurrency = 512
const defaultPerEndpointConcurrency = 64
const defaultPollMillis = 250

/** A lease lasts for the attempts that wait before it and for its own; this is added for the database and for other clocks. */
const leaseMarginMillis = 30_000
const leaseAttempts = 3

/**
 * Claims due deliveries, sends them in parallel, acknowledges in batches; never ends by itself. Interruption is the graceful
 * stop: no new claim, running attempts are finished and acknowledged, all other leases are released.
 */
export const runEngine = Effect.fnUntraced(function* (options: EngineOptions) {
  const { timeoutMillis, onAttempts } = options
  const concurrency = options.concurrency ?? defaultConcurrency
  const perEndpointConcurrency = options.perEndpointConcurrency ?? defaultPerEndpointConcurrency
  const engine: EngineParts = {
    owner: randomUUID(),
    database: yield* Database,
    outbox: yield* OutboxRepository,
    clock: yield* makeMonotonicClock,
    slots: makeDeliverySlots({ ...options, concurrency, perEndpointConcurrency }),
    cursors: makeDeliveryCursors(),
    slowPolls: yield* Queue.sliding<void>(1),
    finished: yield* Queue.unbounded<FinishedAttempt, Cause.Done>(),
    wake: yield* Queue.sliding<void>(1),
    refill: yield* Queue.sliding<void>(1),
    timeoutMillis,
    leaseMillis: timeoutMillis * leaseAttempts + leaseMarginMillis
  }
  const { database, outbox, owner, slots, wake } = engine
  const leases = makeLeaseRelease(engine)
  const attempts = yield* makeAttempts(engine, leases.add)
  let isStopping = false

  yield* Effect.forkScoped(leases.loop)
  yield* Effect.forkScoped(renewCursors(engine))
  yield* Effect.forkScoped(refillLoop(engine))
  const wakeUps = Stream.merge(options.wakeUps ?? Stream.never, deliveryWakeUps)
  yield* Effect.forkScoped(Stream.runForEach(wakeUps, () => Queue.offer(wake, undefined)))
  const removal = yield* makeRemoval(engine, options.logDays)
  yield* Effect.forkScoped(repeatSurviving("Removing old webhook deliveries failed", removal, "1 hour"))
  const acknowledging = yield* Effect.forkScoped(
    acknowledgeLoop(engine, {
      onAttempts: (attempts) =>
        onAttempts === undefined ? countAttempts(attempts) : Effect.sync(() => onAttempts(attempts)),
      release: leases.add,
      startAttempts: attempts.start,
      isStopping: () => isStopping
    })
  )

  const stop = Effect.gen(function* () {
    isStopping = true
    slots.close()
    yield* attempts.awaitEnd
    yield* Queue.end(engine.finished)
    yield* Fiber.await(acknowledging)
    yield* database.transaction(outbox.releaseLeases(owner, [...slots.leasedIds(), ...leases.unreleasedIds()]))
  })
  const pollMillis = options.pollMillis ?? defaultPollMillis
  const claiming = claimLoop(engine, { perEndpointConcurrency, pollMillis }, attempts.start)
  // When acknowledging dies, the engine must not continue to claim: it dies as well, and its caller restarts it.
  const untilAcknowledgingDies = Effect.andThen(Fiber.join(acknowledging), Effect.never)
  return yield* Effect.ensuring(Effect.raceFirst(claiming, untilAcknowledgingDies), stop)
}, Effect.scoped)

const countAttempts = (attempts: ReadonlyArray<NewAttemptRow>): Effect.Effect<void> => {
  const counter = makeAttemptCounter()
  counter.add(attempts)
  return recordAttempts(counter.take())
}

/**
 * Options of a dispatcher's connection. When its last commits are lost, their deliveries are claimed and sent again: those that
 * were acknowledged, leased or dropped. ADR 28. It runs few statements, whose plans must not follow the statistics. ADR 32.
 */
export const dispatcherConnection = { lazySync: true, genericPlans: true } as const

export interface DispatcherOptions extends EngineOptions, SenderOptions {}

/**
 * Runs the whole webhook dispatcher on a migrated database; never ends by itself. Interruption stops it gracefully: it then
 * takes up to one attempt's time. Works in any thread, any number of times on one database.
 */
export const runDispatcher = (options: DispatcherOptions): Effect.Effect<never, never, SqlClient.SqlClient> =>
  runEngine(options).pipe(
    Effect.provide(
      Layer.mergeAll(
        DeliverySender.layer(options),
        OutboxRepository.layer,
        PeriodicWorkRepository.layer,
        Database.layer
      )
    ),
    // Spans are not exported, and each one costs as much as a short statement.
    Effect.withTracerEnabled(false)
  )

/**
 * Sends deliveries, as many at a time as the slots allow, in plain callbacks: a fiber for each attempt would cost as much as
 * its request (ADR 26). `release`: gives leases back.
 */
const makeAttempts = Effect.fnUntraced(function* (
  { clock, slots, finished, wake, refill, timeoutMillis }: EngineParts,
  release: (unsent: ReadonlyArray<ClaimedDelivery>) => void
) {
  const sender = yield* DeliverySender
  const services = yield* Effect.context<never>()
  const unsent = { startedAt: 0, finishedAt: 0 }
  /** Pauses before more attempts may start, in whole milliseconds. */
  const pauses = yield* Queue.sliding<number>(1)
  let runningCount = 0
  let isStarting = false
  let ended = () => {}

  /** An attempt that dies frees its slot as well. Its lease ends by itself, so that a bug does not run in circles. */
  const die = (delivery: ClaimedDelivery, defect: unknown): void => {
    slots.finish(delivery, "unsent", unsent)
    const logged = Effect.logError("Webhook attempt died", defect)
    Effect.runForkWith(services)(Effect.annotateLogs(logged, { deliveryId: delivery.id }))
  }

  const attempt = (delivery: ClaimedDelivery): void => {
    let hasEnded = false
    const end = (work: () => void): void => {
      if (hasEnded) return
      hasEnded = true
      try {
        work()
      } catch (defect) {
        die(delivery, defect)
      }
      runningCount--
      start()
      if (runningCount === 0) ended()
    }
    runningCount++
    try {
      const startedAt = clock.read()
      // An attempt that would outlast its lease needs a new one.
      if (delivery.leasedUntil - startedAt.monotonicMillis < timeoutMillis + clockSkewMillis) {
        end(() => {
          slots.finish(delivery, "unsent", unsent)
          release([delivery])
        })
        return
      }
      sender.start(delivery, (result) =>
        end(() => {
          const outcome = deliveryOutcome(result)
          const finishedAt = clock.read()
          const times = { startedAt: startedAt.monotonicMillis, finishedAt: finishedAt.monotonicMillis }
          // An endpoint that hangs or fails must not keep its slots busy with all deliveries that were claimed for it.
          const withdrawn = slots.finish(delivery, outcome.isDelivered ? "delivered" : "failed", times)
          Queue.offerUnsafe(finished, { delivery, outcome, startedAt, finishedAt, withdrawn })
        })
      )
    } catch (defect) {
      end(() => die(delivery, defect))
    }
  }

  /** Starts an attempt for each free slot; an attempt that ends starts the next one. */
  const start = (): void => {
    // An attempt may end while it starts.
    if (isStarting) return
    isStarting = true
    let now = 0
    const next = () => {
      now = clock.read().monotonicMillis
      return slots.take(now)
    }
    for (let taken = next(); taken !== null; taken = next()) {
      const { delivery, isRunningLow } = taken
      if (isRunningLow) Queue.offerUnsafe(slots.isSlow(delivery.webhookConfigurationId) ? refill : wake, undefined)
      attempt(delivery)
    }
    isStarting = false
    const againAt = slots.takeAgainAt(now)
    if (againAt !== null) Queue.offerUnsafe(pauses, Math.ceil(againAt - now))
  }
  const startAfterPause = Effect.gen(function* () {
    yield* Effect.sleep(yield* Queue.take(pauses))
    yield* Queue.clear(pauses)
    start()
  })
  yield* Effect.forkScoped(Effect.forever(startAfterPause))

  const awaitEnd = Effect.callback<void>((resume) => {
    ended = () => resume(Effect.void)
    if (runningCount === 0) ended()
  })
  return { start, awaitEnd }
})
