import { Effect } from "effect"
import type { EngineParts } from "./engine-parts.ts"

/** Deliveries of one transaction; other writers run in the pauses. */
const removalBatchSize = 100
const removalPause = "20 millis"
const dayMillis = 24 * 3_600_000

/** Removes finished deliveries that are older than the log. */
export const removeFinished = ({ database, outbox, clock }: EngineParts, logDays: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { monotonicMillis } = yield* clock.now
    const removal = outbox.removeFinished(monotonicMillis - logDays * dayMillis, removalBatchSize)
    while ((yield* database.transaction(removal)) > 0) yield* Effect.sleep(removalPause)
  })
