import { Cause, Clock, Effect } from "effect"

/** Before work that ended is started again. */
const restartMillis = 1_000

/** In real time, whatever the clock of a test says. */
export const inRealTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

/** Runs work that should never end until it is interrupted: when it ends or fails, that is logged, and it is restarted. */
export const keepRunning = <R>(name: string, work: Effect.Effect<void, never, R>): Effect.Effect<never, never, R> =>
  work.pipe(
    Effect.andThen(Effect.logWarning(`${name} ended, and is restarted`)),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.logError(`${name} failed, and is restarted`, cause)
    ),
    Effect.andThen(inRealTime(Effect.sleep(restartMillis))),
    Effect.forever
  )
