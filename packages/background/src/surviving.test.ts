import { DatabaseUnavailable } from "@dragoman/store"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { repeatSurviving, surviving } from "./surviving.ts"

/** The messages that are logged, and how much of a cause each one has. */
const recording = (lines: Array<unknown>) =>
  Logger.layer([Logger.make(({ message, cause }) => void lines.push([message, cause.reasons.length]))])

describe("background work", () => {
  it.effect("continues after each error, which is logged with its cause", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      let runs = 0
      const work = Effect.suspend(() => (++runs === 2 ? Effect.void : Effect.die(new Error("the database is gone"))))
      const fiber = yield* Effect.forkChild(
        Effect.provide(repeatSurviving("Erasing failed", work, "1 hour"), recording(lines)),
        { startImmediately: true }
      )
      for (const done of [1, 2, 3]) {
        assert.strictEqual(runs, done)
        yield* TestClock.adjust("1 hour")
      }
      assert.strictEqual(runs, 4)
      assert.strictEqual(lines.length, 3)
      assert.include(JSON.stringify(lines[0]), "Erasing failed")
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("logs the same error again after eight seconds only, and another one at once", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      let error = "the database is gone"
      const work = Effect.suspend(() => Effect.die(new Error(error)))
      const omissions = Logger.layer([
        Logger.make(({ cause, fiber }) => {
          const { omitted } = fiber.getRef(References.CurrentLogAnnotations)
          lines.push([(Cause.squash(cause) as Error).message, omitted ?? 0])
        })
      ])
      const fiber = yield* Effect.forkChild(
        Effect.provide(repeatSurviving("Erasing failed", work, "2 seconds"), omissions),
        { startImmediately: true }
      )
      yield* TestClock.adjust("9 seconds")
      error = "the disk is full"
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(lines, [
        ["the database is gone", 0],
        ["the database is gone", 3],
        ["the disk is full", 0]
      ])
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("logs an outage of the database once, until the work has succeeded", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      let outage: DatabaseUnavailable | null = null
      const work = Effect.suspend(() => (outage === null ? Effect.void : Effect.die(outage)))
      const away = (code: string) =>
        new DatabaseUnavailable({ outage: "unreachable", cause: new Error(`connect ${code}`) })
      const fiber = yield* Effect.forkChild(
        Effect.provide(repeatSurviving("Erasing failed", work, "2 seconds"), recording(lines)),
        { startImmediately: true }
      )
      for (const [next, expected] of [
        [away("ECONNREFUSED"), 1],
        [away("ECONNRESET"), 1],
        [null, 1],
        [away("ECONNREFUSED"), 2]
      ] as const) {
        outage = next
        yield* TestClock.adjust("1 minute")
        assert.lengthOf(lines, expected)
      }
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("ends when it is interrupted", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(surviving("Erasing failed", Effect.interrupt))
      assert.isTrue(Exit.isFailure(exit))
    })
  )
})
