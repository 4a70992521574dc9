import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import BetterSqlite3 from "better-sqlite3"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { temporaryFolder } from "../testing/engines.ts"
import { layerSqlite } from "./sqlite.ts"

it.effect(
  "a writer waits for the writer of another connection, in real time whatever the clock of the fiber says",
  () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryFolder, "dragoman.sqlite")
      const other = yield* Effect.acquireRelease(
        Effect.sync(() => new BetterSqlite3(filename)),
        (database) => Effect.sync(() => database.close())
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        other.exec("CREATE TABLE kept (value INTEGER)")
        other.exec("BEGIN IMMEDIATE")
        const writer = yield* Effect.forkChild(sql.withTransaction(sql`INSERT INTO kept VALUES (1)`))
        // The writer tries meanwhile, and has to wait.
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        assert.deepStrictEqual(yield* sql`SELECT value FROM kept`, [])
        other.exec("COMMIT")
        yield* Fiber.join(writer)
        assert.deepStrictEqual(
          (yield* sql`SELECT value FROM kept`).map((row) => ({ ...row })),
          [{ value: 1 }]
        )
      }).pipe(Effect.provide(layerSqlite({ filename })))
    }).pipe(Effect.scoped)
)

it.effect("a file that another connection holds is opened when it lets go", () =>
  Effect.gen(function* () {
    const filename = join(yield* temporaryFolder, "dragoman.sqlite")
    const other = yield* Effect.acquireRelease(
      Effect.sync(() => new BetterSqlite3(filename)),
      (database) => Effect.sync(() => database.close())
    )
    other.exec("CREATE TABLE kept (value INTEGER)")
    other.exec("BEGIN EXCLUSIVE")
    const rows = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT value FROM kept`)
    const opening = yield* Effect.forkChild(Effect.provide(rows, layerSqlite({ filename })), { startImmediately: true })
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    assert.isUndefined(opening.pollUnsafe())
    other.exec("COMMIT")
    assert.deepStrictEqual(yield* Fiber.join(opening), [])
  }).pipe(Effect.scoped)
)
