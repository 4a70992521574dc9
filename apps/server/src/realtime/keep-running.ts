import { repeatSurviving } from "@dragoman/delivery"
import { Clock, Effect } from "effect"

/** Before work that ended is started again. */
const restartPause = "1 second"

/** In real time, whatever the clock of a test says. */
export const inRealTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

/** Runs work that should never end until it is interrupted: when it ends or fails, that is logged, and it is restarted. */
export const keepRunning = <R>(name: string, work: Effect.Effect<void, never, R>): Effect.Effect<never, never, R> =>
  repeatSurviving(
    `${name} failed, and is restarted`,
    Effect.andThen(work, Effect.logWarning(`${name} ended, and is restarted`)),
    restartPause
  ).pipe(inRealTime)
