import { Clock, Effect } from "effect"

/** A clock that can be put forward: reading it gives real time plus the shift, sleeping takes real time. */
export const makeShiftedClock = Effect.map(Clock.clockWith(Effect.succeed), (real) => {
  let shiftMillis = 0
  const clock: Clock.Clock = {
    ...real,
    currentTimeMillisUnsafe: () => real.currentTimeMillisUnsafe() + shiftMillis,
    currentTimeMillis: Effect.sync(() => real.currentTimeMillisUnsafe() + shiftMillis),
    currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe() + BigInt(shiftMillis) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => real.currentTimeNanosUnsafe() + BigInt(shiftMillis) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: Effect.sync(() => real.monotonicTimeNanosUnsafe()),
    sleep: (duration) => real.sleep(duration)
  }
  return {
    clock,
    putForward: (millis: number) =>
      Effect.sync(() => {
        shiftMillis += millis
      })
  }
})
