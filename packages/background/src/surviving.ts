import { outageOf } from "@dragoman/store"
import { Cause, Clock, type Duration, Effect } from "effect"

/** Pause after an error: keeps the log short and the recovery fast. */
const errorPause = "2 seconds"

/** Pause between two lines with the same error of the same work: an outage stops much work at once. */
const logPauseMillis = 8_000

/**
 * Makes background work outlive its errors: logs them with their cause, and returns null after a pause. Interruption ends it. Run
 * again and again, it omits lines with the same error, and counts them; an outage of the database is logged once, until the work
 * has succeeded. `message`: a headline for the log.
 */
export const surviving = <A, E, R>(
  message: string,
  work: Effect.Effect<A, E, R>,
  pause: Duration.Input = errorPause
): Effect.Effect<A | null, never, R> => {
  const { log, succeeded } = makeErrorLog(message)
  return Effect.catchCause(Effect.tap(work, succeeded), (cause) =>
    Cause.hasInterrupts(cause)
      ? Effect.interrupt
      : log(cause).pipe(Effect.andThen(Effect.sleep(pause)), Effect.as(null))
  )
}

const makeErrorLog = (message: string) => {
  let latest = { error: "", at: 0 }
  let omitted = 0
  let outage: string | null = null
  const log = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>) {
    const at = yield* Clock.currentTimeMillis
    const error = String(Cause.squash(cause))
    const isOfOutage = outage !== null && outageOf(cause) === outage
    // The clock may have been set back.
    if (isOfOutage || (error === latest.error && at >= latest.at && at < latest.at + logPauseMillis)) {
      omitted++
      return
    }
    yield* Effect.logError(message, cause).pipe(Effect.annotateLogs(omitted === 0 ? {} : { omitted }))
    latest = { error, at }
    omitted = 0
    outage = outageOf(cause)
  })
  const succeeded = Effect.sync(() => {
    outage = null
  })
  return { log, succeeded }
}

/** Runs background work at once, and again after each pause, also when it fails. */
export const repeatSurviving = <E, R>(
  message: string,
  work: Effect.Effect<unknown, E, R>,
  pause: Duration.Input
): Effect.Effect<never, never, R> =>
  surviving(message, work, 0).pipe(Effect.andThen(Effect.sleep(pause)), Effect.forever)
