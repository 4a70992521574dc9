import { repeatSurviving } from "@dragoman/background"
import { Clock, Effect } from "effect"

/** Pause before a restart. */
const restartPause = "1 second"

/** Uses the real clock, also in tests with a test clock. */
export const inRealTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

/** Runs work that should never end until it is interrupted: when it ends or fails, that is logged, and it is restarted. */
export const keepRunning = <R>(name: string, work: Effect.Effect<void, never, R>): Effect.Effect<never, never, R> =>
  repeatSurviving(
    `${name} failed, and is restarted`,
    Effect.andThen(work, Effect.logWarning(`${name} ended, and is restarted`)),
    restartPause
  ).pipe(inRealTime)
