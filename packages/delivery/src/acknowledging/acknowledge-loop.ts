import { type AttemptRow, Database, OutboxRepository } from "@dragoman/store"
import { Effect, Queue, Schedule } from "effect"
import type { EngineParts } from "../engine-parts.ts"
import { recordAttempts } from "../metrics/attempt-metrics.ts"
import { acknowledgeBatch } from "./acknowledge-batch.ts"
import type { FinishedAttempt } from "./finished-attempt.ts"
import { logSettled } from "./log-settled.ts"

/** A batch of acknowledgements is collected for this time at most: one commit for all. */
const acknowledgeLinger = "20 millis"
/** A killed dispatcher's unacknowledged deliveries are sent again: small batches wait less. */
const acknowledgeShortLinger = "4 millis"
const smallBatch = 16
const acknowledgeMax = 512

/** After a failure of the database. Leases that end meanwhile are taken over: at least once, never less. */
const databasePause = Schedule.spaced("1 second")
/** After a stop has begun; before, attempts are acknowledged as long as their leases may last. */
const databaseTriesAtStop = 10

export interface AcknowledgeOptions {
  readonly onAttempts: (attempts: ReadonlyArray<AttemptRow>) => void
  /** Gets the withdrawn deliveries of attempts that could not be acknowledged. */
  readonly release: (attempt: FinishedAttempt["withdrawn"]) => void
  readonly isStopping: () => boolean
}

/** Acknowledges finished attempts in batches; ends when the queue has ended and is empty. */
export const acknowledgeLoop = (
  { owner, database, outbox, slots, finished, wake, leaseMillis }: EngineParts,
  { onAttempts, release, isStopping }: AcknowledgeOptions
): Effect.Effect<void> => {
  let latestBatchSize = 0

  const collect = Effect.gen(function* () {
    const first = yield* Queue.takeBetween(finished, 1, acknowledgeMax)
    if (first.length < acknowledgeMax) {
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
        batch.map((attempt) => ({ ...attempt, withdrawn: attempt.withdrawn.filter(({ id }) => !slots.isLeased(id)) }))
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
    slots.settle(batch.map(({ delivery }) => delivery))
    if (settled === null) for (const { withdrawn } of batch) release(withdrawn)
    else {
      yield* recordAttempts(settled.attempts)
      onAttempts(settled.attempts)
      yield* logSettled(settled)
    }
    yield* Queue.offer(wake, undefined)
  })

  return Effect.catch(Effect.forever(acknowledge), () => Effect.void)
}
