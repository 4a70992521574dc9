import { assert, describe, layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { Database } from "./database.ts"

const names = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT name FROM server_value ORDER BY name`
  return rows.map((row) => row.name)
})

const insert = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO server_value ${sql.insert({ name, value: "" })}`
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("transactions on %s", (engine, layerTest) => {
  layer(layerTest, { timeout: "60 seconds" })((it) => {
    it.effect("commit together, or not at all", () =>
      Effect.gen(function* () {
        const database = yield* Database
        yield* database.transaction(insert("kept"))
        const failed = yield* Effect.exit(database.transaction(Effect.andThen(insert("lost"), Effect.fail("refused"))))
        assert.deepStrictEqual(failed, Exit.fail("refused"))
        assert.include(yield* names, "kept")
        assert.notInclude(yield* names, "lost")
      })
    )

    it.effect("run what waits for the commit only after it, and never after a rollback", () =>
      Effect.gen(function* () {
        const database = yield* Database
        const seen: Array<string> = []
        const note = (text: string) => database.afterCommit(Effect.sync(() => void seen.push(text)))
        yield* database.transaction(
          Effect.andThen(
            note("committed"),
            Effect.sync(() => assert.deepStrictEqual(seen, []))
          )
        )
        yield* Effect.exit(database.transaction(Effect.andThen(note("rolled back"), Effect.fail("refused"))))
        assert.deepStrictEqual(seen, ["committed"])
      })
    )

    it.effect("do not hold up readers", () =>
      Effect.gen(function* () {
        const database = yield* Database
        const written = yield* Deferred.make<void>()
        const mayCommit = yield* Deferred.make<void>()
        const before = yield* names
        const writer = yield* Effect.forkChild(
          database.transaction(
            insert("slow").pipe(
              Effect.andThen(Deferred.succeed(written, undefined)),
              Effect.andThen(Deferred.await(mayCommit))
            )
          )
        )
        yield* Deferred.await(written)
        assert.deepStrictEqual(yield* names, before)
        yield* Deferred.succeed(mayCommit, undefined)
        yield* Fiber.join(writer)
        assert.include(yield* names, "slow")
      })
    )

    it.effect("give numbers for 64-bit columns, in fields written in camel case", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT CAST(1767225600123 AS BIGINT) AS first_failed_at`
        assert.deepStrictEqual(
          rows.map((row) => ({ ...row })),
          [{ firstFailedAt: 1767225600123 }]
        )
      })
    )

    if (engine === "SQLite") {
      it.effect("are needed to write: a write outside of one is refused", () =>
        Effect.gen(function* () {
          const exit = yield* Effect.exit(insert("outside"))
          assert.isTrue(Exit.isFailure(exit) && Cause.pretty(exit.cause).includes("readonly"))
        })
      )
    }
  })
})
