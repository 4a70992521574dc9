import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { makeRecordedClock } from "../testing/recorded-clock.ts"
import { TranslationFailed } from "../translation-failed.ts"
import { makeEngineLimits } from "./engine-limits.ts"

const failing = (reason: "rate_limited" | "unavailable" | "no_json", retryMillis: number | null = null) =>
  new TranslationFailed({ reason, detail: "", retryMillis })

describe("the limits of an engine", () => {
  it.live("keep requests in flight below the limit", () =>
    Effect.gen(function* () {
      const limits = makeEngineLimits({ requestsMax: 3, charactersPerMinute: null })
      let [active, most] = [0, 0]
      const request = Effect.gen(function* () {
        active++
        most = Math.max(most, active)
        yield* Effect.yieldNow
        active--
      })
      yield* Effect.forEach(Array(20).keys(), () => limits.run(1, request), { concurrency: "unbounded" })
      assert.strictEqual(most, 3)
    })
  )

  it.live("let a minute's characters through at once, then as many as a minute has", () => {
    const { pauses, pass, context } = makeRecordedClock()
    return Effect.gen(function* () {
      const limits = makeEngineLimits({ requestsMax: 1, charactersPerMinute: 1_000 })
      yield* limits.run(600, Effect.void)
      yield* limits.run(400, Effect.void)
      assert.deepStrictEqual(pauses, [])
      yield* limits.run(100, Effect.void)
      assert.deepStrictEqual(pauses, [6_000])
      pass(60_000)
      yield* limits.run(1_000, Effect.void)
      assert.deepStrictEqual(pauses, [6_000])
      // More than a minute has: once all others are used up.
      yield* limits.run(2_000, Effect.void)
      yield* limits.run(500, Effect.void)
      assert.deepStrictEqual(pauses, [6_000, 60_000, 90_000])
    }).pipe(Effect.provideContext(context))
  })

  it.live("give back the characters of a request that was interrupted while it waited", () =>
    Effect.gen(function* () {
      const limits = makeEngineLimits({ requestsMax: 1, charactersPerMinute: 1_000_000 })
      yield* limits.run(1_000_000, Effect.void)
      const waiting = yield* Effect.forkChild(limits.run(1_000_000_000, Effect.void), { startImmediately: true })
      yield* Fiber.interrupt(waiting)
      const { pauses, context } = makeRecordedClock()
      yield* Effect.provideContext(limits.run(1, Effect.void), context)
      assert.deepStrictEqual(pauses, [])
    })
  )

  it.live("try four times, after pauses that grow and differ", () => {
    const { pauses, context } = makeRecordedClock()
    return Effect.gen(function* () {
      const limits = makeEngineLimits({ requestsMax: 1, charactersPerMinute: null })
      let attempts = 0
      const request = Effect.suspend(() => {
        attempts++
        return Effect.fail(failing("unavailable"))
      })
      for (let round = 0; round < 20; round++) {
        attempts = 0
        assert.strictEqual((yield* Effect.flip(limits.run(1, request))).reason, "unavailable")
        assert.strictEqual(attempts, 4)
      }
      const longest = [1_000, 5_000, 30_000]
      assert.isTrue(pauses.every((pause, index) => pause >= 250 && pause <= (longest[index % 3] ?? 0)))
      assert.strictEqual(pauses.length, 60)
      assert.isAbove(new Set(pauses).size, 30)
    }).pipe(Effect.provideContext(context))
  })

  it.live("pause as long as the engine asks", () => {
    const { pauses, context } = makeRecordedClock()
    return Effect.gen(function* () {
      const limits = makeEngineLimits({ requestsMax: 1, charactersPerMinute: null })
      const asked = [45_000, 100]
      const request = Effect.suspend(() => {
        const retryMillis = asked.shift()
        return retryMillis === undefined ? Effect.succeed("done") : Effect.fail(failing("rate_limited", retryMillis))
      })
      assert.strictEqual(yield* limits.run(1, request), "done")
      assert.deepStrictEqual(pauses, [45_000, 100])
    }).pipe(Effect.provideContext(context))
  })

  it.live("leave a long pause, and failures that do not pass, to the caller", () => {
    const { pauses, context } = makeRecordedClock()
    return Effect.gen(function* () {
      const limits = makeEngineLimits({ requestsMax: 1, charactersPerMinute: null })
      for (const failed of [failing("rate_limited", 60_001), failing("no_json"), failing("no_json", 1)]) {
        let attempts = 0
        const request = Effect.suspend(() => {
          attempts++
          return Effect.fail(failed)
        })
        assert.strictEqual(yield* Effect.flip(limits.run(1, request)), failed)
        assert.strictEqual(attempts, 1)
      }
      assert.deepStrictEqual(pauses, [])
    }).pipe(Effect.provideContext(context))
  })
})
