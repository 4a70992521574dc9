import { statSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import BetterSqlite3 from "better-sqlite3"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { temporaryFolder } from "../testing/engines.ts"
import { makeCheckpoint } from "./checkpoint.ts"
import { layerSqlite } from "./sqlite.ts"

const megabyte = 1024 * 1024

/** A database file with a table, and another connection to it. */
const openedElsewhere = Effect.gen(function* () {
  const filename = join(yield* temporaryFolder, "dragoman.sqlite")
  const other = yield* Effect.acquireRelease(
    Effect.sync(() => new BetterSqlite3(filename)),
    (database) => Effect.sync(() => database.close())
  )
  other.exec("CREATE TABLE kept (value INTEGER)")
  return { filename, other }
})

it.effect(
  "a writer waits for the writer of another connection, in real time whatever the clock of the fiber says",
  () =>
    Effect.gen(function* () {
      const { filename, other } = yield* openedElsewhere
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
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

it.effect("commits wait for the disk, unless their work can be repeated", () =>
  Effect.gen(function* () {
    const filename = join(yield* temporaryFolder, "dragoman.sqlite")
    const [normal, full] = [1, 2]
    for (const [options, expected] of [
      [{}, full],
      [{ lazySync: true }, normal]
    ] as const) {
      const [row] = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        return yield* sql.withTransaction(sql<{ synchronous: number }>`PRAGMA synchronous`)
      }).pipe(Effect.provide(layerSqlite({ filename, ...options })))
      assert.strictEqual(row?.synchronous, expected)
    }
  }).pipe(Effect.scoped)
)

it.effect("a file that another connection has locked is opened when the lock is released", () =>
  Effect.gen(function* () {
    const { filename, other } = yield* openedElsewhere
    other.exec("BEGIN EXCLUSIVE")
    const rows = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT value FROM kept`)
    const opening = yield* Effect.forkChild(Effect.provide(rows, layerSqlite({ filename })), { startImmediately: true })
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    assert.isUndefined(opening.pollUnsafe())
    other.exec("COMMIT")
    assert.deepStrictEqual(yield* Fiber.join(opening), [])
  }).pipe(Effect.scoped)
)

it.effect(
  "the write-ahead log that a snapshot has made grow is cut after it",
  () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryFolder, "dragoman.sqlite")
      const logBytes = () => statSync(`${filename}-wal`).size
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const write = (bytes: number) =>
          sql.withTransaction(sql`INSERT INTO kept VALUES (zeroblob(${sql.literal(String(bytes))}))`)
        yield* sql.withTransaction(sql`CREATE TABLE kept (value BLOB)`)
        yield* sql`BEGIN`
        yield* sql`SELECT count(*) FROM kept`
        yield* write(80 * megabyte)
        yield* sql`ROLLBACK`
        assert.isAbove(logBytes(), 80 * megabyte)
        // The first commit copies the log into the file, the second one restarts the log.
        yield* write(1)
        yield* write(1)
        assert.isAtMost(logBytes(), 64 * megabyte)
      }).pipe(Effect.provide(layerSqlite({ filename })))
    }).pipe(Effect.scoped),
  30_000
)

it.effect(
  "a log that commits leave alone is emptied by a checkpoint, unless a snapshot needs it",
  () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryFolder, "dragoman.sqlite")
      const logBytes = () => statSync(`${filename}-wal`).size
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const write = sql.withTransaction(sql`INSERT INTO kept VALUES (zeroblob(1000000))`)
        yield* sql.withTransaction(sql`CREATE TABLE kept (value BLOB)`)
        const checkpoint = yield* makeCheckpoint({ filename })
        yield* sql`BEGIN`
        yield* sql`SELECT count(*) FROM kept`
        yield* Effect.repeat(write, { times: 9 })
        yield* checkpoint
        assert.isAbove(logBytes(), 10_000_000)
        yield* sql`ROLLBACK`
        yield* write
        assert.isAbove(logBytes(), 11_000_000)
        yield* checkpoint
        assert.strictEqual(logBytes(), 0)
        const rows = yield* sql<{ count: number }>`SELECT count(*) AS count FROM kept`
        assert.strictEqual(rows[0]?.count, 11)
      }).pipe(Effect.provide(layerSqlite({ filename, autoCheckpoint: false })))
    }).pipe(Effect.scoped),
  30_000
)

it.effect("a writer that waits for the lock can be interrupted, unless it is uninterruptible", () =>
  Effect.gen(function* () {
    const { filename, other } = yield* openedElsewhere
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const write = (value: number) => sql.withTransaction(sql`INSERT INTO kept VALUES (${value})`)
      other.exec("BEGIN IMMEDIATE")
      const aborted = yield* Effect.forkChild(write(1), { startImmediately: true })
      yield* Fiber.interrupt(aborted)
      const last = yield* Effect.forkChild(Effect.uninterruptible(write(2)), { startImmediately: true })
      const stopping = yield* Effect.forkChild(Fiber.interrupt(last), { startImmediately: true })
      other.exec("COMMIT")
      yield* Fiber.join(stopping)
      yield* write(3)
      const rows = yield* sql<{ value: number }>`SELECT value FROM kept`
      assert.deepStrictEqual(
        rows.map(({ value }) => value),
        [2, 3]
      )
    }).pipe(Effect.provide(layerSqlite({ filename })))
  }).pipe(Effect.scoped)
)
