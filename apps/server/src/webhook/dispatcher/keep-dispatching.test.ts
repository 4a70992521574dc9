import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Effect, Fiber, Logger, Metric } from "effect"
import { TestClock } from "effect/testing"
import { keepDispatching } from "./keep-dispatching.ts"

/** Runs a dispatcher for so many virtual minutes: when it was started, in seconds, and what was logged. */
const run = Effect.fnUntraced(function* (dispatch: (start: number) => Effect.Effect<void>, minutes: number) {
  const startedAt: Array<number> = []
  const causes: Array<string> = []
  const reports: Array<readonly [seconds: number, isUp: boolean]> = []
  const logger = Logger.make<unknown, void>(({ cause }) => void causes.push(Cause.pretty(cause)))
  const started = Effect.flatMap(Clock.currentTimeMillis, (now) => dispatch(startedAt.push(now / 1_000)))
  const report = (isUp: boolean) => Effect.map(Clock.currentTimeMillis, (now) => void reports.push([now / 1_000, isUp]))
  const fiber = yield* Effect.forkChild(keepDispatching(started, report).pipe(Effect.provide(Logger.layer([logger]))), {
    startImmediately: true
  })
  yield* TestClock.adjust(`${minutes} minutes`)
  yield* Fiber.interrupt(fiber)
  return { startedAt, causes, reports }
})

describe("a dispatcher that ends", () => {
  it.effect("is restarted after pauses of 1, 2, 4 … 60 seconds, each with its cause in the log", () =>
    Effect.gen(function* () {
      const { startedAt, causes } = yield* run((start) => Effect.die(new Error(`broken ${start}`)), 4)
      assert.deepStrictEqual(startedAt, [0, 1, 3, 7, 15, 31, 63, 123, 183])
      assert.strictEqual(causes.length, 9)
      assert.include(causes[2], "broken 3")
    })
  )

  it.effect("is restarted after a second again when it has lived for a minute", () =>
    Effect.gen(function* () {
      const dispatch = (start: number) => (start === 4 ? Effect.sleep("1 minute") : Effect.die("broken"))
      const { startedAt } = yield* run(dispatch, 2)
      assert.deepStrictEqual(startedAt, [0, 1, 3, 7, 68, 70, 74, 82, 98])
    })
  )

  it.effect("is reported as down until the next one has lived for a minute", () =>
    Effect.gen(function* () {
      const { reports } = yield* run((start) => (start === 1 ? Effect.die("broken") : Effect.never), 2)
      assert.deepStrictEqual(reports, [
        [0, false],
        [61, true]
      ])
    })
  )

  it.effect("is counted in a metric, from 0 on", () =>
    Effect.gen(function* () {
      const restarts = Effect.map(Metric.snapshot, (metrics) => {
        const found = metrics.find(({ id }) => id === "dragoman_webhook_dispatcher_restarts_total")
        return found?.type === "Counter" ? Number(found.state.count) : null
      })
      yield* run(() => Effect.never, 1)
      assert.strictEqual(yield* restarts, 0)
      yield* run((start) => (start < 3 ? Effect.die("broken") : Effect.never), 1)
      assert.strictEqual(yield* restarts, 2)
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )

  it.effect("is not restarted when it is interrupted", () =>
    Effect.gen(function* () {
      const { startedAt, causes } = yield* run(() => Effect.interrupt, 1)
      assert.deepStrictEqual([startedAt, causes], [[0], []])
    })
  )
})
