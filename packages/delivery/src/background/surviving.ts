import { Cause, type Duration, Effect } from "effect"

/** Pause after an error: keeps the log short and the recovery fast. */
const errorPause = "2 seconds"

/**
 * Background work that outlives its errors: logs them with their cause, and is null after a pause. Interruption ends it.
 * `message`: a headline for the log.
 */
export const surviving = <A, E, R>(
  message: string,
  work: Effect.Effect<A, E, R>,
  pause: Duration.Input = errorPause
): Effect.Effect<A | null, never, R> =>
  Effect.catchCause(work, (cause) =>
    Cause.hasInterrupts(cause)
      ? Effect.interrupt
      : Effect.logError(message, cause).pipe(Effect.andThen(Effect.sleep(pause)), Effect.as(null))
  )

/** Background work that runs at once, and again after each pause, also when it fails. */
export const repeatSurviving = <E, R>(
  message: string,
  work: Effect.Effect<unknown, E, R>,
  pause: Duration.Input
): Effect.Effect<never, never, R> =>
  surviving(message, work, 0).pipe(Effect.andThen(Effect.sleep(pause)), Effect.forever)
