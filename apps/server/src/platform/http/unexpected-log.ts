import { type Cause, Clock, Effect } from "effect"
import { SqlError } from "effect/sql"

/** Pause between log lines while the database is unavailable and every request fails. */
const outagePauseMillis = 4_000

/** Logs undeclared errors; outages of the database only every four seconds, with the number of omitted lines. */
export const makeUnexpectedLog = (): ((cause: Cause.Cause<unknown>) => Effect.Effect<void>) => {
  let nextAt = 0
  let omitted = 0
  return Effect.fnUntraced(function* (cause) {
    if (!isDatabaseUnavailable(cause)) return yield* Effect.logError("Unexpected error", cause)
    const now = yield* Clock.currentTimeMillis
    // The second condition: also log after the clock was set back.
    if (now < nextAt && now >= nextAt - outagePauseMillis) {
      omitted++
      return
    }
    nextAt = now + outagePauseMillis
    yield* Effect.logError("Database unavailable", cause).pipe(Effect.annotateLogs({ omitted }))
    omitted = 0
  })
}

const isDatabaseUnavailable = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => {
    const error: unknown = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
    if (!SqlError.isSqlError(error)) return false
    // PostgreSQL that is starting or stopping accepts connections and rejects them.
    return error.reason._tag === "ConnectionError" || error.reason.operation === "connect"
  })
