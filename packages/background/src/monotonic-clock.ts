import { uptime } from "node:os"
import { Clock, Context, Effect } from "effect"

/** One reading of the clocks of this machine, in milliseconds. */
interface ClockReading {
  /** Time since 1970; people and other programs may set it. */
  readonly wallMillis: number
  /** Time since some start; it is never set, but may stand still while the machine is suspended. */
  readonly elapsedMillis: number
}

/** The state of the clock after a reading. */
export interface MonotonicClockState extends ClockReading {
  /** Time by which jumps have put the wall clock ahead of the monotonic time; negative: behind. */
  readonly aheadMillis: number
  /** Time for which the machine was suspended; only differences between two readings mean something. */
  readonly suspendedMillis: number
}

/** Smaller differences are corrections, which the monotonic time follows, or the coarseness of a clock. */
const jumpMinMillis = 1_000

/**
 * Returns the state after another reading. The wall clock has jumped when it moved by another time than the monotonic clock, unless
 * a suspension explains the difference. `readSuspendedMillis` is asked only when there is a difference: it is slow.
 */
export const stepMonotonicClock = (
  before: MonotonicClockState,
  reading: ClockReading,
  readSuspendedMillis: () => number
): MonotonicClockState => {
  const { wallMillis, elapsedMillis } = reading
  const passedMillis = elapsedMillis - before.elapsedMillis
  const unexplainedMillis = wallMillis - before.wallMillis - passedMillis
  if (Math.abs(unexplainedMillis) <= jumpMinMillis) {
    const { aheadMillis, suspendedMillis } = before
    return { wallMillis, elapsedMillis, aheadMillis, suspendedMillis }
  }
  const suspendedMillis = readSuspendedMillis()
  const jumpMillis = unexplainedMillis - (suspendedMillis - before.suspendedMillis)
  const isJump = Math.abs(jumpMillis) > jumpMinMillis
  return { ...reading, suspendedMillis, aheadMillis: before.aheadMillis + (isJump ? jumpMillis : 0) }
}

/** A moment by both clocks, in epoch milliseconds. */
export interface Moment {
  /** The time for people and receivers. */
  readonly wallMillis: number
  /** The time for schedules, leases and pauses: the wall time without its jumps since the start. */
  readonly monotonicMillis: number
}

export interface MonotonicClock {
  /** Reads both clocks, and logs jumps since the last time. */
  readonly now: Effect.Effect<Moment>
  readonly read: () => Moment
}

/** Milliseconds since the machine was started, those of suspension included. */
export const MachineUptime = Context.Reference("@dragoman/background/MachineUptime", {
  defaultValue: () => () => uptime() * 1_000
})

/**
 * Makes a clock whose monotonic time begins as the wall time. It sees jumps between its readings, so it has to be read often;
 * jumps before its start are unknown to it. ADR 11.
 */
export const makeMonotonicClock = Effect.gen(function* () {
  const clock = yield* Clock.clockWith(Effect.succeed)
  const readUptimeMillis = yield* MachineUptime
  const readClocks = (): ClockReading => ({
    wallMillis: clock.currentTimeMillisUnsafe(),
    elapsedMillis: Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  })
  const start = readClocks()
  let state: MonotonicClockState = {
    ...start,
    aheadMillis: 0,
    suspendedMillis: readUptimeMillis() - start.elapsedMillis
  }
  let unloggedMillis = 0
  const read = (): Moment => {
    const before = state
    const reading = readClocks()
    state = stepMonotonicClock(before, reading, () => readUptimeMillis() - reading.elapsedMillis)
    unloggedMillis += state.aheadMillis - before.aheadMillis
    return {
      wallMillis: reading.wallMillis,
      monotonicMillis: Math.round(reading.wallMillis - state.aheadMillis)
    }
  }
  const now: Effect.Effect<Moment> = Effect.suspend(() => {
    const moment = read()
    const jumpMillis = Math.round(unloggedMillis)
    unloggedMillis = 0
    return jumpMillis === 0
      ? Effect.succeed(moment)
      : Effect.logWarning("The wall clock jumped; webhooks keep their schedule").pipe(
          Effect.annotateLogs({ jumpMillis }),
          Effect.as(moment)
        )
  })
  const clocks: MonotonicClock = { now, read }
  return clocks
})
