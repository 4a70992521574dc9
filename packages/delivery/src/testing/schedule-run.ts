import { Effect } from "effect"
import { commitRevision, seedWebhooks, untilDeliveries, withOutbox } from "./outbox-fixture.ts"
import { makeControl, makeManualClock, respondedWith, startScriptedEngine } from "./scripted-engine.ts"

const second = 1_000
const hour = 3_600 * second

/** Pauses between the ten attempts, in milliseconds, before the jitter. Source: docs/webhooks.md#when-it-fails. */
const pauses = [5 * second, 50 * second, 500 * second, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour, 24 * hour]

/** An attempt that comes later than this is not waited for. */
const lateMaxMillis = 120 * second

export interface ScheduleCase {
  /** The share of the longest jitter that every pause has, 0 to 1. */
  readonly jitter: number
  /** In the middle of each pause the wall clock is set by so many milliseconds, ahead and back alternately. */
  readonly jumpMillis?: number
  /** In the middle of each pause the engine is stopped and another one started. */
  readonly isRestarted?: boolean
}

export interface ScheduleRun {
  /** How much later than planned each attempt came, in milliseconds; negative: sooner. */
  readonly deviations: ReadonlyArray<number>
  /** The state of the delivery after the last attempt that was planned. */
  readonly state: string
}

/**
 * One delivery that always fails, through the engine, on a clock that is moved by hand: when its attempts came, to the
 * millisecond.
 */
export const runSchedule = ({ jitter, jumpMillis = 0, isRestarted = false }: ScheduleCase) =>
  Effect.gen(function* () {
    const machine = yield* makeManualClock
    let passedMillis = 0
    const pass = (millis: number) => {
      machine.pass(millis)
      passedMillis += millis
    }
    const sentAt: Array<number> = []
    yield* seedWebhooks(["http://failing.example/"])
    const control = yield* makeControl(() =>
      Effect.sync(() => {
        sentAt.push(passedMillis)
        return respondedWith(500)
      })
    )
    const start = startScriptedEngine(machine, control.send, { jitter })
    let engine = yield* start
    let jumpBy = jumpMillis
    let planned = 0
    const deviations: Array<number> = []
    yield* commitRevision(1)
    yield* engine.wake
    for (const [index, pause] of [0, ...pauses].entries()) {
      const wholeMillis = Math.round(pause * (1 + 0.1 * jitter))
      planned += wholeMillis
      if (index > 0) {
        const half = Math.floor(wholeMillis / 2)
        pass(half)
        // The engine has to see the time before the jump and after it, as it does by itself.
        yield* control.passes(engine)
        machine.jump(jumpBy)
        jumpBy = -jumpBy
        yield* control.passes(engine)
        if (isRestarted) {
          yield* engine.stop
          engine = yield* start
        }
        pass(wholeMillis - half - 1)
        yield* control.passes(engine)
        for (let lateMillis = 0; sentAt.length <= index && lateMillis < lateMaxMillis; lateMillis += 1 + lateMillis) {
          pass(planned + lateMillis - passedMillis)
          yield* control.passes(engine)
        }
      }
      yield* untilDeliveries((rows) => rows.some((row) => row.messageId === "msg_1_1" && row.attemptCount > index))
      deviations.push((sentAt[index] ?? Number.NaN) - planned)
    }
    pass(48 * hour)
    yield* control.passes(engine)
    const [row] = yield* untilDeliveries((rows) => rows.some(({ messageId }) => messageId === "msg_1_1"))
    const extra = sentAt.slice(deviations.length).map((at) => at - planned)
    const run: ScheduleRun = { deviations: [...deviations, ...extra], state: row?.state ?? "" }
    return run
  }).pipe(withOutbox)
