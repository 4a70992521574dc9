import type { Moment } from "@dragoman/background"
import { endpointPauseMillis, moveWebhookState, retryPauseMillis, type WebhookEvent } from "@dragoman/domain/webhook"
import { addToFigure } from "@dragoman/monitoring/thread-counters"
import {
  type AcknowledgedAttempt,
  Database,
  type NewAttemptRow,
  OutboxRepository,
  type WebhookStateRow
} from "@dragoman/store"
import { Clock, Effect, Queue, Random, Schedule } from "effect"
import type { EngineParts, FinishedAttempt } from "../engine-parts.ts"
import { traceAttempts } from "../metrics/trace-attempts.ts"
import type { DeliveryOutcome } from "../sending/post.ts"

/**
 * While there is a backlog, a batch of acknowledgements is collected for this time: one commit for all. Otherwise it is not: what a
 * killed dispatcher has not acknowledged is sent again.
 */
const acknowledgeLinger = "20 millis"
/** Small batches wait less. */
const acknowledgeShortLinger = "4 millis"
const smallBatch = 16
const acknowledgeMax = 512

/** After a failure of the database. Leases that end meanwhile are taken over: at least once, never less. */
const databasePause = Schedule.spaced("1 second")
/** After a stop has begun; before, attempts are acknowledged as long as their leases may last. */
const databaseTriesAtStop = 10

export interface AcknowledgeOptions {
  readonly onAttempts: (attempts: ReadonlyArray<NewAttemptRow>) => Effect.Effect<void>
  /** Gets the withdrawn deliveries of attempts that could not be acknowledged. */
  readonly release: (attempt: FinishedAttempt["withdrawn"]) => void
  /** Called when attempts were acknowledged: others may be sent then. */
  readonly startAttempts: () => void
  readonly isStopping: () => boolean
}

/** Acknowledges finished attempts in batches; ends when the queue has ended and is empty. */
export const acknowledgeLoop = (
  { owner, database, outbox, clock, slots, finished, wake, refill, leaseMillis }: EngineParts,
  { onAttempts, release, startAttempts, isStopping }: AcknowledgeOptions
): Effect.Effect<void> => {
  const logSettled = makeSettledLog()
  let latestBatchSize = 0

  const collect = Effect.gen(function* () {
    const first = yield* Queue.takeBetween(finished, 1, acknowledgeMax)
    if (first.length < acknowledgeMax && slots.isBacklogged()) {
      yield* Effect.sleep(latestBatchSize < smallBatch ? acknowledgeShortLinger : acknowledgeLinger)
    }
    const batch = [...first, ...(yield* Queue.clear(finished))]
    latestBatchSize = batch.length
    return batch
  })

  const acknowledge = Effect.gen(function* () {
    const batch = yield* collect
    let tries = 0
    const settled = yield* Effect.suspend(() =>
      acknowledgeBatch(
        owner,
        // A withdrawn delivery whose lease ended, and that was claimed again, has a new lease.
        batch.map((attempt) =>
          attempt.withdrawn.length === 0
            ? attempt
            : { ...attempt, withdrawn: attempt.withdrawn.filter(({ id }) => !slots.isLeased(id)) }
        )
      )
    ).pipe(
      Effect.provideService(Database, database),
      Effect.provideService(OutboxRepository, outbox),
      Effect.sandbox,
      Effect.retry({
        schedule: databasePause,
        while: () => ++tries < (isStopping() ? databaseTriesAtStop : leaseMillis / 1_000)
      }),
      Effect.catch((cause) => Effect.as(Effect.logError("Acknowledging webhook attempts failed", cause), null))
    )
    const firstResponseAt = Math.min(...batch.map(({ finishedAt }) => finishedAt.monotonicMillis))
    slots.settle(
      batch.map(({ delivery }) => delivery),
      clock.read().monotonicMillis - firstResponseAt
    )
    startAttempts()
    if (settled === null) for (const { withdrawn } of batch) release(withdrawn)
    else {
      countSettled(settled)
      yield* traceAttempts(batch)
      yield* onAttempts(settled.attempts.map(({ attempt }) => attempt))
      yield* logSettled(settled)
    }
    const isOfSlow = batch.every(({ delivery }) => slots.isSlow(delivery.webhookConfigurationId))
    yield* Queue.offer(isOfSlow ? refill : wake, undefined)
  })

  return Effect.catch(Effect.forever(acknowledge), () => Effect.void)
}

/**
 * Writes the results of a batch of attempts in one transaction: all or nothing, and safe to repeat. Attempts whose lease
 * was taken over change nothing: the dispatcher with the new lease makes, and counts, that attempt again.
 */
const acknowledgeBatch = Effect.fn("acknowledgeBatch")(function* (
  owner: string,
  finished: ReadonlyArray<FinishedAttempt>
) {
  const database = yield* Database
  const outbox = yield* OutboxRepository
  const random = yield* Random.Random
  const attempts = settleAttempts(finished, () => random.nextDoubleUnsafe())
  const configurationById = new Map(finished.map(({ delivery }) => [delivery.id, delivery.webhookConfigurationId]))
  const withdrawn = finished.flatMap((attempt) => attempt.withdrawn.map(({ id }) => id))
  return yield* database.transaction(
    Effect.gen(function* () {
      const { deliveryIds, webhookStates: statesBefore } = yield* outbox.acknowledge(owner, attempts, [
        ...new Set(configurationById.values())
      ])
      const acknowledgedIds = new Set(deliveryIds)
      const webhookStates = moveWebhookStates(
        finished.filter(({ delivery }) => acknowledgedIds.has(delivery.id)),
        statesBefore
      )
      yield* outbox.updateWebhookStates(webhookStates)
      const disabledIds = newlyDisabled(webhookStates, statesBefore)
      if (disabledIds.length > 0) yield* outbox.announceDisabled(disabledIds, yield* Clock.currentTimeMillis)
      if (withdrawn.length > 0) yield* outbox.releaseLeases(owner, withdrawn)
      const acknowledged = attempts.filter(({ attempt }) => acknowledgedIds.has(attempt.deliveryId))
      const batch: AcknowledgedBatch = { attempts: acknowledged, webhookStates, statesBefore, configurationById }
      return batch
    })
  )
})

/** Configurations that the watchdog has switched off. `before`: of the same configurations in the same order. */
const newlyDisabled = (
  after: ReadonlyArray<WebhookStateRow>,
  before: ReadonlyArray<WebhookStateRow>
): ReadonlyArray<number> =>
  after.flatMap(({ id, autoDisabled }, index) => (autoDisabled && before[index]?.autoDisabled === false ? [id] : []))

interface AcknowledgedBatch {
  readonly attempts: ReadonlyArray<AcknowledgedAttempt>
  /** After the batch. */
  readonly webhookStates: ReadonlyArray<WebhookStateRow>
  /** The states before the batch, of the same configurations in the same order. */
  readonly statesBefore: ReadonlyArray<WebhookStateRow>
  /** By the id of the delivery. */
  readonly configurationById: ReadonlyMap<number, number>
}

const countSettled = ({ attempts, webhookStates, statesBefore }: AcknowledgedBatch): void => {
  for (const { state } of attempts) {
    if (state === "DELIVERED") addToFigure("webhookDeliveries.delivered")
    else if (state === "FAILED") addToFigure("webhookDeliveries.given_up")
  }
  addToFigure("webhookAutoDisabled", newlyDisabled(webhookStates, statesBefore).length)
}

/** Failed attempts of one configuration since its latest log line. */
interface UnloggedFailures {
  since: number
  attempts: number
  givenUp: number
  latest: Pick<NewAttemptRow, "status" | "error">
}

const summaryMillis = 60_000

/**
 * The log of failed attempts, and of each step of the watchdog: the first failure of a configuration has a line of its own, those
 * of the next minute have one together, written with the first batch after it. Ids only: URLs may hold credentials.
 */
export const makeSettledLog = () => {
  const unloggedById = new Map<number, UnloggedFailures>()
  return Effect.fnUntraced(function* (batch: AcknowledgedBatch) {
    const now = yield* Clock.currentTimeMillis
    for (const [webhookConfigurationId, unlogged] of unloggedById) {
      if (now - unlogged.since < summaryMillis) continue
      const { attempts, givenUp, latest } = unlogged
      if (attempts === 0) unloggedById.delete(webhookConfigurationId)
      else {
        unloggedById.set(webhookConfigurationId, { since: now, attempts: 0, givenUp: 0, latest })
        yield* Effect.logWarning("Webhook attempts failed").pipe(
          Effect.annotateLogs({ webhookConfigurationId, attempts, givenUp, ...latest })
        )
      }
    }
    for (const { state, attempt } of batch.attempts) {
      const { deliveryId, number, error, status } = attempt
      if (error === null) continue
      const isGivenUp = state === "FAILED"
      const webhookConfigurationId = batch.configurationById.get(deliveryId) ?? 0
      const unlogged = unloggedById.get(webhookConfigurationId)
      if (unlogged !== undefined) {
        unlogged.attempts++
        if (isGivenUp) unlogged.givenUp++
        unlogged.latest = { status, error }
        continue
      }
      unloggedById.set(webhookConfigurationId, { since: now, attempts: 0, givenUp: 0, latest: { status, error } })
      yield* Effect.logWarning(isGivenUp ? "Webhook delivery given up" : "Webhook attempt failed").pipe(
        Effect.annotateLogs({ webhookConfigurationId, deliveryId, attempt: number, status, error })
      )
    }
    yield* logStates(batch)
  })
}

const logStates = Effect.fnUntraced(function* ({ webhookStates, statesBefore }: AcknowledgedBatch) {
  for (const [index, after] of webhookStates.entries()) {
    const before = statesBefore[index]
    const webhookConfigurationId = after.id
    if (after.autoDisabled && before?.autoDisabled === false) {
      yield* Effect.logWarning("Webhook configuration disabled after failing for too long").pipe(
        Effect.annotateLogs({ webhookConfigurationId })
      )
    } else if (after.warnedAt !== null && before?.warnedAt === null) {
      yield* Effect.logWarning("Webhook configuration keeps failing and will be disabled").pipe(
        Effect.annotateLogs({ webhookConfigurationId })
      )
    }
  }
})

/**
 * Returns for each attempt its row of the log, and the state and next attempt of its delivery. Times for people are those of
 * the wall clock, times of the schedule those of the monotonic one. `random`: 0 to 1, asked once for each failed attempt.
 */
export const settleAttempts = (
  finished: ReadonlyArray<FinishedAttempt>,
  random: () => number
): ReadonlyArray<AcknowledgedAttempt> => finished.map((attempt) => acknowledged(attempt, random))

/**
 * The states of configurations after the attempts, moved in the order in which those ended; in the order that was given.
 * Source: docs/reference/webhooks.md#state-of-a-configuration.
 */
export const moveWebhookStates = (
  finished: ReadonlyArray<FinishedAttempt>,
  webhookStates: ReadonlyArray<WebhookStateRow>
): ReadonlyArray<WebhookStateRow> => {
  const stateById = new Map(webhookStates.map((state) => [state.id, state]))
  const inOrder = finished.toSorted((a, b) => a.finishedAt.monotonicMillis - b.finishedAt.monotonicMillis)
  for (const { delivery, outcome, finishedAt } of inOrder) {
    const state = stateById.get(delivery.webhookConfigurationId)
    if (state === undefined) continue
    stateById.set(state.id, { id: state.id, ...moveWebhookState(state, eventOf(outcome, finishedAt)) })
  }
  return webhookStates.map((state) => stateById.get(state.id) ?? state)
}

const eventOf = (outcome: DeliveryOutcome, { wallMillis: at, monotonicMillis }: Moment): WebhookEvent => {
  if (outcome.isDelivered) return { type: "delivered", at }
  const pause = endpointPauseMillis({ ...outcome, at })
  return { type: "failed", at, heldUntil: pause === null ? null : monotonicMillis + pause }
}

const acknowledged = (finished: FinishedAttempt, random: () => number): AcknowledgedAttempt => {
  const attempt = toAttemptRow(finished)
  const { wallMillis, monotonicMillis } = finished.finishedAt
  if (finished.outcome.isDelivered) return { attempt, state: "DELIVERED", nextAttemptAt: monotonicMillis }
  const { retryAfter } = finished.outcome
  const pause = retryPauseMillis({ attemptCount: attempt.number, at: wallMillis, retryAfter, random: random() })
  return pause === null
    ? { attempt, state: "FAILED", nextAttemptAt: monotonicMillis }
    : { attempt, state: "PENDING", nextAttemptAt: monotonicMillis + pause }
}

const toAttemptRow = ({ delivery, outcome, startedAt, finishedAt }: FinishedAttempt): NewAttemptRow => ({
  deliveryId: delivery.id,
  number: delivery.attemptCount + 1,
  startedAt: startedAt.wallMillis,
  durationMillis: Math.max(0, finishedAt.monotonicMillis - startedAt.monotonicMillis),
  status: outcome.status,
  error: outcome.error,
  answer: outcome.responseExcerpt,
  requestHeaders: outcome.requestHeaders,
  responseHeaders: outcome.responseHeaders
})
