import { uptime } from "node:os"
import { Clock, Context, Effect } from "effect"

/** One look at the clocks of this machine, in milliseconds. */
interface ClockReading {
  /** Since 1970; people and other programs may set it. */
  readonly wallMillis: number
  /** Since some start; nobody sets it, but it may stand still while the machine is suspended. */
  readonly monotonicMillis: number
}

/** What the steady clock knows after a reading. */
export interface SteadyClockState extends ClockReading {
  /** By how much jumps have put the wall clock ahead of the steady time; negative: behind. */
  readonly aheadMillis: number
  /** For how long the machine was suspended; only differences between two of them mean something. */
  readonly suspendedMillis: number
}

/** Differences up to here are corrections, which the steady time follows, or the coarseness of a clock. */
const jumpMinMillis = 1_000

/**
 * The state after another reading. The wall clock has jumped when it moved by another time than the monotonic clock, unless
 * a suspension explains the difference. `readSuspendedMillis` is asked only when there is a difference: it is slow.
 */
export const stepSteadyClock = (
  before: SteadyClockState,
  reading: ClockReading,
  readSuspendedMillis: () => number
): SteadyClockState => {
  const passedMillis = reading.monotonicMillis - before.monotonicMillis
  const unexplainedMillis = reading.wallMillis - before.wallMillis - passedMillis
  if (Math.abs(unexplainedMillis) <= jumpMinMillis) return { ...before, ...reading }
  const suspendedMillis = readSuspendedMillis()
  const jumpMillis = unexplainedMillis - (suspendedMillis - before.suspendedMillis)
  const isJump = Math.abs(jumpMillis) > jumpMinMillis
  return { ...reading, suspendedMillis, aheadMillis: before.aheadMillis + (isJump ? jumpMillis : 0) }
}

/** A moment by both clocks, in epoch milliseconds. */
export interface Moment {
  /** What people and receivers read. */
  readonly wallMillis: number
  /** What schedules, leases and holds are computed with: no jump of the wall clock since the start has moved it. */
  readonly steadyMillis: number
}

/** Milliseconds since the machine was started, those of suspension included. */
export const MachineUptime = Context.Reference("@dragoman/delivery/clock/MachineUptime", {
  defaultValue: () => () => uptime() * 1_000
})

/**
 * A clock whose steady time begins as the wall time. It sees the jumps between its readings, so it has to be read every
 * now and then; what the wall clock did before its start it cannot know. ADR 11.
 */
export const makeSteadyClock = Effect.gen(function* () {
  const clock = yield* Clock.clockWith(Effect.succeed)
  const readUptimeMillis = yield* MachineUptime
  const read = (): ClockReading => ({
    wallMillis: clock.currentTimeMillisUnsafe(),
    monotonicMillis: Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  })
  const start = read()
  let state: SteadyClockState = {
    ...start,
    aheadMillis: 0,
    suspendedMillis: readUptimeMillis() - start.monotonicMillis
  }
  const now: Effect.Effect<Moment> = Effect.suspend(() => {
    const before = state
    const reading = read()
    state = stepSteadyClock(before, reading, () => readUptimeMillis() - reading.monotonicMillis)
    const jumpMillis = Math.round(state.aheadMillis - before.aheadMillis)
    const moment = {
      wallMillis: reading.wallMillis,
      steadyMillis: Math.round(reading.wallMillis - state.aheadMillis)
    }
    return jumpMillis === 0
      ? Effect.succeed(moment)
      : Effect.logWarning("the clock of this machine has jumped; webhooks keep their schedule").pipe(
          Effect.annotateLogs({ jumpMillis }),
          Effect.as(moment)
        )
  })
  return { now }
})
