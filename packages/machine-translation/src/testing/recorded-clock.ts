import { Clock, Context, Duration, Effect } from "effect"

/** A clock on which sleeping takes no time, and the pauses that were slept. */
export const makeRecordedClock = () => {
  let millis = Date.UTC(2030, 0, 1)
  const pauses: Array<number> = []
  const nanos = () => BigInt(Math.round(millis * 1_000_000))
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => millis,
    currentTimeMillis: Effect.sync(() => millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.sync(() => {
        pauses.push(Duration.toMillis(duration))
        millis += Duration.toMillis(duration)
      })
  }
  return {
    pauses,
    now: () => millis,
    pass: (passed: number): void => {
      millis += passed
    },
    context: Context.make(Clock.Clock, clock)
  }
}
