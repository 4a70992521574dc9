import { Cause, Clock, Effect, Metric } from "effect"

/** Pause before the first restart; it doubles for each further one, until a dispatcher has lived for `livedMillis`. */
const pauseMinMillis = 1_000
const pauseMaxMillis = 60_000
const livedMillis = 60_000

const restarts = Metric.counter("dragoman_webhook_dispatcher_restarts_total", {
  description: "Times that the dispatcher in this process ended unexpectedly.",
  incremental: true
})

/**
 * Runs a dispatcher, and restarts it whenever it ends; interruption ends it. One that dies repeatedly, for example
 * because the database is broken, is restarted more and more rarely, each time with a line in the log. `report`: false
 * when it has ended, true once the next one has lived for a minute.
 */
export const keepDispatching = <E, R>(
  dispatch: Effect.Effect<unknown, E, R>,
  report: (isUp: boolean) => Effect.Effect<void>
): Effect.Effect<never, never, R> =>
  Effect.gen(function* () {
    let pauseMillis = pauseMinMillis
    // The metric exists before the first restart.
    yield* Metric.update(restarts, 0)
    for (;;) {
      const startedAt = yield* Clock.monotonicTimeNanos
      const lived = Effect.andThen(Effect.sleep(livedMillis), report(true))
      const cause = yield* Effect.as(dispatch, Cause.empty).pipe(
        Effect.raceFirst(Effect.andThen(lived, Effect.never)),
        Effect.catchCause((failed) => (Cause.hasInterrupts(failed) ? Effect.interrupt : Effect.succeed(failed)))
      )
      const millis = Number((yield* Clock.monotonicTimeNanos) - startedAt) / 1e6
      if (millis >= livedMillis) pauseMillis = pauseMinMillis
      yield* report(false)
      yield* Metric.update(restarts, 1)
      yield* Effect.logError("Webhook dispatcher ended unexpectedly", cause).pipe(
        Effect.annotateLogs({ restartAfterMillis: pauseMillis })
      )
      yield* Effect.sleep(pauseMillis)
      pauseMillis = Math.min(pauseMaxMillis, pauseMillis * 2)
    }
  })
