import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Logger, References } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { awaitingDatabase } from "./await-database.ts"

const connectError = (fields: object, message = "connect failed") =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({
      cause: Object.assign(new Error(message), fields),
      message: "PgConnection: Failed to connect",
      operation: "connect"
    })
  })

const passing: ReadonlyArray<readonly [string, SqlError.SqlError]> = [
  ["a refused connection", connectError({ code: "ECONNREFUSED" })],
  ["a host without a route", connectError({ code: "EHOSTUNREACH" })],
  ["a host name that is not known yet", connectError({ code: "ENOTFOUND" })],
  ["a name server that is away", connectError({ code: "EAI_AGAIN" })],
  ["a socket that is not there yet", connectError({ code: "ENOENT" })],
  ["no response in time", connectError({}, "Connection timed out")],
  ["PostgreSQL that starts", connectError({ code: "57P03" }, "the database system is starting up")],
  ["no connection left", connectError({ code: "53300" }, "sorry, too many clients already")],
  ["PgBouncer without its server", connectError({ code: "08P01" }, "server login has been failing, try again later")]
]

const lasting: ReadonlyArray<readonly [string, SqlError.SqlError]> = [
  ["a wrong password", connectError({ code: "28P01" })],
  ["a user that may not connect", connectError({ code: "28000" })],
  ["a database that does not exist", connectError({ code: "3D000" })],
  ["a socket of another user", connectError({ code: "EACCES" })],
  ["a certificate that is not trusted", connectError({ code: "SELF_SIGNED_CERT_IN_CHAIN" })],
  ["a server without TLS", connectError({}, "The server does not support SSL connections")],
  [
    "PgBouncer that rejects a parameter",
    connectError({ code: "08P01" }, "unsupported startup parameter: lock_timeout")
  ],
  ["PgBouncer without the database", connectError({ code: "08P01" }, "no such database: texts")]
]

/** A start that fails with the error until it is mended, and the lines of the log. */
const starting = Effect.fnUntraced(function* (error: SqlError.SqlError, isDefect: boolean) {
  const seen = { attempts: 0, outages: 0, isMended: false, lines: [] as Array<unknown> }
  const start = Effect.suspend(() => {
    seen.attempts++
    if (seen.isMended) return Effect.succeed("started")
    return isDefect ? Effect.die(error) : Effect.fail(error)
  })
  const logger = Logger.layer([
    Logger.make(({ message, fiber }) => {
      seen.lines.push([message, fiber.getRef(References.CurrentLogAnnotations)["reason"]])
    })
  ])
  const waiting = awaitingDatabase(
    start,
    Effect.sync(() => void seen.outages++)
  ).pipe(Effect.provide(logger))
  return { seen, fiber: yield* Effect.forkChild(waiting, { startImmediately: true }) }
})

describe("the start of a program", () => {
  it.effect.each(passing)("waits for %s, as long as it takes, and says so once", ([, error]) =>
    Effect.gen(function* () {
      for (const isDefect of [false, true]) {
        const { seen, fiber } = yield* starting(error, isDefect)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(seen.attempts, 3_601)
        assert.strictEqual(seen.outages, 1)
        const { message } = error.reason.cause as Error
        assert.deepStrictEqual(seen.lines, [[["Database unavailable: the start waits for it"], message]])
        seen.isMended = true
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* Fiber.join(fiber), "started")
      }
    })
  )

  it.effect.each(lasting)("fails at once because of %s", ([, error]) =>
    Effect.gen(function* () {
      const { seen, fiber } = yield* starting(error, true)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(fiber)))
      assert.deepStrictEqual([seen.attempts, seen.outages, seen.lines.length], [1, 0, 0])
    })
  )
})
