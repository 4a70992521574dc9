import { Clock, Effect, Schedule } from "effect"
import type { SqlError } from "effect/sql"

/**
 * Longest wait of a migration for a table, because statements of servers queue behind it. Longer than the second after
 * which PostgreSQL ends a vacuum that is in the way.
 */
export const tableLockMillis = 2_000

const retryPause = Schedule.spaced("500 millis")
/** About ten minutes of waiting for tables. */
const retriesMax = 240

/** Runs the transaction of a migration again, when it met transactions of servers: nothing of it was committed. */
export const retryLocked = <A, E, R>(transaction: Effect.Effect<A, E | SqlError.SqlError, R>) =>
  Effect.retry(transaction, { while: isConflict, schedule: retryPause, times: retriesMax }).pipe(
    // In real time, whatever the clock of a test says.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )

const conflicts = new Set(["LockTimeoutError", "DeadlockError", "SerializationError"])

const isConflict = (error: unknown): boolean => {
  if (typeof error !== "object" || error === null || !("_tag" in error) || error._tag !== "SqlError") return false
  return conflicts.has((error as SqlError.SqlError).reason._tag)
}
