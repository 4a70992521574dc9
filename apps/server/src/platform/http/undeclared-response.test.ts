import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Logger } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { makeUnexpectedLog } from "./undeclared-response.ts"

const unavailable = Cause.die(
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ cause: null, message: "gone", operation: "connect" })
  })
)

describe("the log of unexpected errors", () => {
  it.effect("has an outage of the database every four seconds, and everything else each time", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(
        ({ message }) => void lines.push(String(Array.isArray(message) ? message[0] : message))
      )
      const log = makeUnexpectedLog(Effect.void)
      yield* Effect.gen(function* () {
        for (let request = 0; request < 5; request++) yield* log(unavailable)
        yield* log(Cause.die("broken"))
        yield* log(Cause.die("broken"))
        yield* TestClock.adjust("4 seconds")
        for (let request = 0; request < 5; request++) yield* log(unavailable)
      }).pipe(Effect.provide(Logger.layer([logger])))
      assert.deepStrictEqual(lines, [
        "Database unavailable",
        "Unexpected error",
        "Unexpected error",
        "Database unavailable"
      ])
    })
  )
})
