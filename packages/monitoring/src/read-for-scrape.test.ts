import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { readForScrape } from "./read-for-scrape.ts"

it.effect("a reading that hangs costs a scrape two seconds and its figures, and is in the log", () =>
  Effect.gen(function* () {
    const lines: Array<unknown> = []
    const scrape = yield* readForScrape("Counting", Effect.never).pipe(
      Effect.provide(Logger.layer([Logger.make(({ message }) => void lines.push(message))])),
      Effect.forkChild
    )
    yield* TestClock.adjust("2 seconds")
    assert.isNull(yield* Fiber.join(scrape))
    assert.include(JSON.stringify(lines), "Counting failed")
    assert.strictEqual(yield* readForScrape("Counting", Effect.succeed(3)), 3)
  })
)
