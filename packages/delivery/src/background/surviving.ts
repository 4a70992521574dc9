import { Cause, type Duration, Effect } from "effect"

/** After an error: the log stays short, and a database that is back is noticed soon. */
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

/** Background work that is done at once, and again and again with a pause in between, whatever becomes of it. */
export const repeatSurviving = <E, R>(
  message: string,
  work: Effect.Effect<unknown, E, R>,
  pause: Duration.Input
): Effect.Effect<never, never, R> =>
  surviving(message, work, 0).pipe(Effect.andThen(Effect.sleep(pause)), Effect.forever)
