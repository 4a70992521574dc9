import { Clock, Context, Effect } from "effect"
import { MachineUptime } from "../clock/monotonic-clock.ts"

/** The clocks of a machine that stand still unless they are moved; sleeping takes real time. */
export const makeManualClock = Effect.map(Clock.clockWith(Effect.succeed), (real) => {
  let wallMillis = real.currentTimeMillisUnsafe()
  let [monotonicMillis, uptimeMillis] = [1_000_000, 5_000_000]
  const nanos = (millis: number) => BigInt(millis) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => wallMillis,
    currentTimeMillis: Effect.sync(() => wallMillis),
    currentTimeNanosUnsafe: () => nanos(wallMillis),
    currentTimeNanos: Effect.sync(() => nanos(wallMillis)),
    monotonicTimeNanosUnsafe: () => nanos(monotonicMillis),
    monotonicTimeNanos: Effect.sync(() => nanos(monotonicMillis)),
    sleep: (duration) => real.sleep(duration)
  }
  return {
    /** For the programs on this machine. */
    context: Context.make(Clock.Clock, clock).pipe(Context.add(MachineUptime, () => uptimeMillis)),
    wallMillis: () => wallMillis,
    /** Time passes. */
    pass: (millis: number): void => {
      wallMillis += millis
      monotonicMillis += millis
      uptimeMillis += millis
    },
    /** The wall clock is set. */
    jump: (millis: number): void => {
      wallMillis += millis
    },
    /** Time passes while the machine is suspended. */
    suspend: (millis: number): void => {
      wallMillis += millis
      uptimeMillis += millis
    }
  }
})

export type ManualClock = Effect.Success<typeof makeManualClock>
