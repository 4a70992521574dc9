import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

/**
 * A test server whose clock begins at the real time: the hourly work at its start keeps to that, and would erase what a clock
 * at 1970 calls young.
 */
export const atNow = <A, E, R>(server: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.unwrap(Effect.as(TestClock.setTime(Date.now()), server))
