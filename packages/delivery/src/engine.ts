import { randomUUID } from "node:crypto"
import { type AttemptRow, deliveryWakeUps, OutboxRepository } from "@dragoman/store"
import { type Cause, Effect, Fiber, Queue, Stream } from "effect"
import { acknowledgeLoop } from "./acknowledging/acknowledge-loop.ts"
import type { FinishedAttempt } from "./acknowledging/finished-attempt.ts"
import { repeatSurviving } from "./background/surviving.ts"
import { claimLoop } from "./claiming/claim-loop.ts"
import { makeDeliverySlots } from "./claiming/delivery-slots.ts"
import { makeLeaseRelease } from "./claiming/lease-release.ts"
import { yieldingDatabase } from "./claiming/yielding-database.ts"
import { makeMonotonicClock } from "./clock/monotonic-clock.ts"
import type { EngineParts } from "./engine-parts.ts"
import { removeFinished } from "./remove-finished.ts"
import { makeAttempts } from "./sending/attempts.ts"

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

/** A lease lasts for the attempts that wait before it and for its own; this is added for the database and for other clocks. */
const leaseMarginMillis = 30_000
const leaseAttempts = 3

/**
 * Claims due deliveries, sends them in parallel, acknowledges in batches; never ends by itself. Interruption is the graceful
 * stop: no new claim, running attempts are finished and acknowledged, all other leases are released.
 */
export const runEngine = Effect.fnUntraced(function* (options: EngineOptions) {
  const { timeoutMillis, onAttempts = () => {} } = options
  const concurrency = options.concurrency ?? defaultConcurrency
  const perEndpointConcurrency = options.perEndpointConcurrency ?? defaultPerEndpointConcurrency
  const engine: EngineParts = {
    owner: randomUUID(),
    database: yield* yieldingDatabase,
    outbox: yield* OutboxRepository,
    clock: yield* makeMonotonicClock,
    slots: makeDeliverySlots({ concurrency, perEndpointConcurrency }),
    finished: yield* Queue.unbounded<FinishedAttempt, Cause.Done>(),
    wake: yield* Queue.sliding<void>(1),
    timeoutMillis,
    leaseMillis: timeoutMillis * leaseAttempts + leaseMarginMillis
  }
  const { database, outbox, owner, slots, wake } = engine
  const attempts = yield* makeAttempts(engine)
  const leases = makeLeaseRelease(engine)
  let isStopping = false

  yield* Effect.forkScoped(leases.loop)
  const wakeUps = Stream.merge(options.wakeUps ?? Stream.never, deliveryWakeUps)
  yield* Effect.forkScoped(Stream.runForEach(wakeUps, () => Queue.offer(wake, undefined)))
  const removal = removeFinished(engine, options.logDays)
  yield* Effect.forkScoped(repeatSurviving("Removing old webhook deliveries failed", removal, "1 hour"))
  const acknowledging = yield* Effect.forkScoped(
    acknowledgeLoop(engine, { onAttempts, release: leases.add, isStopping: () => isStopping })
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
  const claiming = claimLoop(engine, { concurrency, perEndpointConcurrency, pollMillis }, attempts.start)
  // When acknowledging dies, the engine must not continue to claim: it dies as well, and its caller restarts it.
  const untilAcknowledgingDies = Effect.andThen(Fiber.join(acknowledging), Effect.never)
  return yield* Effect.ensuring(Effect.raceFirst(claiming, untilAcknowledgingDies), stop)
}, Effect.scoped)
