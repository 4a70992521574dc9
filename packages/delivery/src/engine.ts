import { randomUUID } from "node:crypto"
import { type AttemptRow, type ClaimedDelivery, Database, deliveryWakeUps, OutboxRepository } from "@dragoman/store"
import { type Cause, Clock, Effect, Fiber, FiberSet, Queue, Schedule, Stream } from "effect"
import { acknowledgeBatch } from "./acknowledging/acknowledge-batch.ts"
import type { FinishedAttempt } from "./acknowledging/finished-attempt.ts"
import { logSettled } from "./acknowledging/log-settled.ts"
import { claimBatch } from "./claiming/claim-batch.ts"
import { makeDeliverySlots } from "./claiming/delivery-slots.ts"
import { deliveryOutcome } from "./sending/delivery-outcome.ts"
import { DeliverySender } from "./sending/delivery-sender.ts"

export interface EngineOptions {
  /** Total time of one attempt, as the sender keeps it. */
  readonly timeoutMillis: number
  /** Attempts at the same time, over all endpoints. */
  readonly concurrency?: number
  /** Attempts at the same time to one webhook configuration. */
  readonly perEndpointConcurrency?: number
  /** The longest time until a delivery is noticed that nobody signalled. */
  readonly pollMillis?: number
  /** The log of deliveries that are over goes back this far. */
  readonly logDays?: number
  /** Attempts that were acknowledged, batch by batch; for metrics. */
  readonly onAttempts?: (attempts: ReadonlyArray<AttemptRow>) => void
  /** An element when new deliveries were committed by this process; PostgreSQL's notifications come on top. */
  readonly wakeUps?: Stream.Stream<unknown>
}

const defaultConcurrency = 512
const defaultPerEndpointConcurrency = 64
const defaultPollMillis = 250
const defaultLogDays = 30

/** Deliveries held in advance for each one that can be sent at a time, so that sending never waits for the database. */
const heldPerSlot = 12
/** In all; bodies have a few kilobytes. */
const heldDeliveriesMax = 2_048

/** An endpoint whose latest attempt failed gets a few attempts at a time: hanging endpoints must not take all slots. */
const failingEndpointConcurrency = 4

/** A lease lasts for the attempts that wait before it and for its own; this is added for the database. */
const leaseMarginMillis = 30_000
const leaseAttempts = 3

/** A batch of acknowledgements is collected for this time at most: one commit for all. */
const acknowledgeLinger = "20 millis"
const acknowledgeMax = 512

/** Removal works in portions of this size and lets others write in between, so that nobody waits for it. */
const removedAtOnce = 100
const removalPause = "20 millis"
const dayMillis = 24 * 3_600_000

/** After a failure of the database. Leases that end meanwhile are taken over: at least once, never less. */
const databasePause = Schedule.spaced("1 second")
const databaseTries = 10

/**
 * Claims due deliveries, sends them in parallel, acknowledges in batches; never ends by itself. Interruption is the graceful
 * stop: no new claim, what is being sent is finished and acknowledged, what is not is given back.
 * Source: architecture section 5.
 */
export const runEngine = Effect.fnUntraced(function* (options: EngineOptions) {
  const database = yield* Database
  const outbox = yield* OutboxRepository
  const sender = yield* DeliverySender
  const owner = randomUUID()
  const concurrency = options.concurrency ?? defaultConcurrency
  const perEndpointConcurrency = options.perEndpointConcurrency ?? defaultPerEndpointConcurrency
  const heldMax = Math.min(concurrency * heldPerSlot, heldDeliveriesMax)
  const slots = makeDeliverySlots({ concurrency, perEndpointConcurrency })
  const running = yield* FiberSet.make<void>()
  const finished = yield* Queue.unbounded<FinishedAttempt, Cause.Done>()
  const wake = yield* Queue.sliding<void>(1)

  const attempt = Effect.fnUntraced(function* (delivery: ClaimedDelivery) {
    const startedAt = yield* Clock.currentTimeMillis
    // What would outlast its lease is left to whoever claims it next.
    const isTooLate = delivery.leasedUntil - startedAt < options.timeoutMillis
    if (!isTooLate) {
      const outcome = deliveryOutcome(yield* sender.send(delivery))
      const finishedAt = yield* Clock.currentTimeMillis
      // An endpoint that hangs or fails must not keep its slots busy with all that was claimed for it.
      const withdrawn = outcome.isDelivered ? [] : slots.withdraw(delivery.webhookConfigurationId)
      yield* Queue.offer(finished, { delivery, outcome, startedAt, finishedAt, withdrawn })
    }
    slots.free(delivery)
    if (isTooLate) slots.leave(1)
    yield* startWaiting
  })

  const startWaiting: Effect.Effect<void> = Effect.suspend(() => {
    const delivery = slots.next()
    return delivery === null ? Effect.void : Effect.andThen(FiberSet.run(running, attempt(delivery)), startWaiting)
  })

  const claim = Effect.gen(function* () {
    const room = heldMax - slots.heldCount()
    // A little room is not worth a commit; the next acknowledgement makes more.
    if (room < heldMax / 4) return false
    const claimed = yield* claimBatch({
      owner,
      limit: room,
      perEndpointLimit: perEndpointConcurrency * heldPerSlot,
      perFailingEndpointLimit: Math.min(failingEndpointConcurrency, perEndpointConcurrency),
      leaseMillis: options.timeoutMillis * leaseAttempts + leaseMarginMillis
    })
    slots.add(claimed)
    yield* startWaiting
    return claimed.length === room
  })

  const claimLoop = Effect.gen(function* () {
    for (;;) {
      const isMoreDue = yield* surviving("webhook deliveries could not be claimed", claim)
      if (isMoreDue !== true) yield* Effect.timeoutOption(Queue.take(wake), options.pollMillis ?? defaultPollMillis)
    }
  })

  const acknowledge = Effect.gen(function* () {
    const first = yield* Queue.takeBetween(finished, 1, acknowledgeMax)
    if (first.length < acknowledgeMax) yield* Effect.sleep(acknowledgeLinger)
    const batch = [...first, ...(yield* Queue.clear(finished))]
    const settled = yield* acknowledgeBatch(owner, batch).pipe(
      Effect.sandbox,
      Effect.retry({ schedule: databasePause, times: databaseTries }),
      Effect.catch((cause) => Effect.as(Effect.logError("webhook attempts could not be acknowledged", cause), null))
    )
    slots.leave(batch.reduce((count, { withdrawn }) => count + 1 + withdrawn.length, 0))
    if (settled !== null) {
      options.onAttempts?.(settled.attempts)
      yield* logSettled(settled)
    }
    yield* Queue.offer(wake, undefined)
  })

  const removeFinished = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const removal = outbox.removeFinished(now - (options.logDays ?? defaultLogDays) * dayMillis, removedAtOnce)
    while ((yield* database.transaction(removal)) > 0) yield* Effect.sleep(removalPause)
  })

  const wakeUps = Stream.merge(options.wakeUps ?? Stream.never, deliveryWakeUps)
  yield* Effect.forkScoped(Stream.runForEach(wakeUps, () => Queue.offer(wake, undefined)))
  yield* Effect.forkScoped(
    Effect.repeat(surviving("old webhook deliveries could not be removed", removeFinished), Schedule.spaced("1 hour"))
  )
  // Ends when the queue has ended and is empty.
  const acknowledging = yield* Effect.forkScoped(Effect.catch(Effect.forever(acknowledge), () => Effect.void))

  const stop = Effect.gen(function* () {
    slots.close()
    yield* FiberSet.awaitEmpty(running)
    yield* Queue.end(finished)
    yield* Fiber.await(acknowledging)
    yield* database.transaction(outbox.releaseLeases(owner, null))
  })
  // Should the acknowledging die, the engine must not go on claiming: it dies as well, and whoever runs it starts it again.
  const untilAcknowledgingDies = Effect.andThen(Fiber.join(acknowledging), Effect.never)
  return yield* Effect.ensuring(Effect.raceFirst(claimLoop, untilAcknowledgingDies), stop)
}, Effect.scoped)

/** The engine outlives a database that is away for a while; the pause keeps the log short. */
const surviving = <A, R>(message: string, effect: Effect.Effect<A, never, R>) =>
  Effect.catchDefect(effect, (defect) =>
    Effect.logError(message, defect).pipe(Effect.andThen(Effect.sleep("1 second")), Effect.as(null))
  )
