import { isDatabaseBusy, type LoggedDelivery, PeriodicWorkRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { EngineParts } from "../engine-parts.ts"

/** Deliveries of the log that one statement reads. */
const pageSize = 1_000
/** Deliveries of one transaction; other writers run in the pauses. */
const batchSize = 100
const batchPause = "20 millis"
const dayMillis = 24 * 3_600_000

/** Rows of partitioned tables have this time to be dropped with their partition, before they are removed one by one. */
const partitionGraceMillis = dayMillis

/** One dispatcher at a time removes; it renews its lease with each page. */
const leaseMillis = 5 * 60_000

/**
 * Old deliveries that are still pending stay behind the cursor: those of paused configurations. After so many rounds the removal begins
 * at the oldest delivery again, for those that have ended since.
 */
const roundsOfCursor = 24

/**
 * Removes finished deliveries that are older than the log, round by round; of partitioned tables it drops old partitions first. Reads from
 * the oldest delivery on until a page has no old one: ids grow with time, so a round reads nothing of what stays.
 */
export const makeRemoval = Effect.fnUntraced(function* (
  { owner, database, outbox, clock }: Pick<EngineParts, "owner" | "database" | "outbox" | "clock">,
  logDays: number
) {
  const work = yield* PeriodicWorkRepository
  let cursor = 0
  let rounds = 0

  const lease = Effect.gen(function* () {
    const now = (yield* clock.now).monotonicMillis
    return yield* database.transaction(work.lease({ name: "delivery_removal", owner, now, millis: leaseMillis }))
  })

  /** Returns whether the tables are partitioned. */
  const dropRanges = Effect.fnUntraced(function* (before: number) {
    const ranges = yield* outbox.listOldRanges(before)
    if (ranges === null) return false
    if (ranges.length === 0 || !(yield* lease)) return true
    for (const range of ranges) {
      const dropped = database.transaction(outbox.dropRange(range))
      yield* Effect.catchCause(dropped, (cause) =>
        isDatabaseBusy(cause)
          ? Effect.logInfo("Old webhook deliveries are in use; dropping them later")
          : Effect.failCause(cause)
      )
    }
    return true
  })

  return Effect.gen(function* () {
    const endOfLog = (yield* clock.now).monotonicMillis - logDays * dayMillis
    const before = (yield* dropRanges(endOfLog)) ? endOfLog - partitionGraceMillis : endOfLog
    if (rounds++ % roundsOfCursor === 0) cursor = 0
    for (let afterId = cursor; ; ) {
      const page: ReadonlyArray<LoggedDelivery> = yield* outbox.listLog(afterId, pageSize)
      const old = page.filter(({ createdAt }) => createdAt < before)
      if (old.length === 0) return
      const ids = old.flatMap(({ id, state }) => (state === "PENDING" ? [] : [id]))
      if (ids.length > 0 && !(yield* lease)) return
      for (let index = 0; index < ids.length; index += batchSize) {
        yield* database.transaction(outbox.removeFinished(ids.slice(index, index + batchSize)))
        yield* Effect.sleep(batchPause)
      }
      afterId = page.at(-1)?.id ?? afterId
      if (old.length === page.length) cursor = afterId
      yield* Effect.yieldNow
    }
  })
})
