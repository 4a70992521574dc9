import { type Cause, Clock, Effect } from "effect"
import { SqlError } from "effect/sql"

/** While the database is away, each request fails of it: one line tells as much as a thousand. The dispatcher has its own. */
const awayPauseMillis = 4_000

/** Logs errors that nobody declared; those of a database that is away every four seconds, with the number of the others. */
export const makeUnexpectedLog = (): ((cause: Cause.Cause<unknown>) => Effect.Effect<void>) => {
  let nextAt = 0
  let untold = 0
  return Effect.fnUntraced(function* (cause) {
    if (!isDatabaseAway(cause)) return yield* Effect.logError("unexpected error", cause)
    const now = yield* Clock.currentTimeMillis
    // After a jump of the clock as well.
    if (now < nextAt && now >= nextAt - awayPauseMillis) {
      untold++
      return
    }
    nextAt = now + awayPauseMillis
    yield* Effect.logError("The database is away.", cause).pipe(Effect.annotateLogs({ untold }))
    untold = 0
  })
}

const isDatabaseAway = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => {
    const error: unknown = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
    if (!SqlError.isSqlError(error)) return false
    // PostgreSQL that is just starting or stopping answers, and refuses.
    return error.reason._tag === "ConnectionError" || error.reason.operation === "connect"
  })
