import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { createServer, type Socket } from "node:net"
import { fileURLToPath } from "node:url"
import { assert, it, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Queue } from "effect"
import { SqlClient } from "effect/sql"
import { PostgresServer } from "../testing/engines.ts"
import { Database } from "./database.ts"
import { outageOf } from "./outage.ts"
import { layerPostgres } from "./postgres.ts"
import { connectToServer, serverOfUrl } from "./server-connection.ts"

layer(PostgresServer.layer, { excludeTestServices: true, timeout: "60 seconds" })("sessions on PostgreSQL", (it) => {
  it.effect("bound statements, idle transactions and clients that have vanished", () =>
    Effect.gen(function* () {
      const { newDatabase } = yield* PostgresServer
      const settings = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const show = sql<{ name: string; setting: string }>`
          SELECT name, setting FROM pg_settings WHERE source = 'client'
            AND (name LIKE '%timeout' OR name LIKE 'tcp%') ORDER BY name`
        const toObject = (rows: ReadonlyArray<{ readonly name: string; readonly setting: string }>) =>
          Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
        const outside = toObject(yield* show)
        assert.deepStrictEqual(toObject(yield* sql.withTransaction(show)), outside)
        return outside
      }).pipe(Effect.provide(layerPostgres(yield* newDatabase)))
      assert.deepStrictEqual(settings, {
        idle_in_transaction_session_timeout: "60000",
        lock_timeout: "60000",
        statement_timeout: "600000",
        tcp_keepalives_count: "3",
        tcp_keepalives_idle: "15",
        tcp_keepalives_interval: "5",
        tcp_user_timeout: "30000"
      })
    })
  )

  it.effect("commits wait for the disk, unless their work can be repeated", () =>
    Effect.gen(function* () {
      const { newDatabase } = yield* PostgresServer
      const url = yield* newDatabase
      for (const [lazySync, expected] of [
        [false, "on"],
        [true, "off"]
      ] as const) {
        const [row] = yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          return yield* sql.withTransaction(sql<{ synchronousCommit: string }>`SHOW synchronous_commit`)
        }).pipe(Effect.provide(layerPostgres(url, { lazySync })))
        assert.strictEqual(row?.synchronousCommit, expected)
      }
    })
  )

  it.effect("statements are planned by their values, unless they must not be", () =>
    Effect.gen(function* () {
      const { newDatabase } = yield* PostgresServer
      const url = yield* newDatabase
      for (const [genericPlans, expected] of [
        [false, "auto"],
        [true, "force_generic_plan"]
      ] as const) {
        const [row] = yield* Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ planCacheMode: string }>`SHOW plan_cache_mode`
        ).pipe(Effect.provide(layerPostgres(url, { genericPlans })))
        assert.strictEqual(row?.planCacheMode, expected)
      }
    })
  )

  it.effect("a transaction that stands still gives its locks back, and its writer gets an error", () =>
    Effect.gen(function* () {
      const { newDatabase } = yield* PostgresServer
      const url = yield* newDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE kept (value INTEGER)`
        yield* sql`INSERT INTO kept VALUES (1)`
        const frozen = sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`UPDATE kept SET value = 2`
            // Simulates a process that is stopped until another one has its locks.
            yield* Effect.flatMap(SqlClient.SqlClient, (other) => other`UPDATE kept SET value = 3`).pipe(
              Effect.provide(layerPostgres(url))
            )
            yield* sql`UPDATE kept SET value = 4`
          })
        )
        assert.isTrue(Exit.isFailure(yield* Effect.exit(frozen)))
        const rows = yield* sql<{ value: number }>`SELECT value FROM kept`
        assert.deepStrictEqual(
          rows.map(({ value }) => value),
          [3]
        )
      }).pipe(Effect.provide(layerPostgres(url, { idleTransactionMillis: 50 })))
    })
  )

  it.effect("sessions that are read-only are replaced as soon as new ones take writes, and the write succeeds", () =>
    Effect.gen(function* () {
      const { newDatabase } = yield* PostgresServer
      const url = yield* newDatabase
      const name = new URL(url).pathname.slice(1)
      const beside = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
        Effect.provide(effect, layerPostgres(url))
      yield* beside(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE written (value INTEGER)`
          yield* sql.unsafe(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
        })
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { transaction } = yield* Database
        const readingSession = Effect.map(sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`, ([row]) => row?.pid)
        const write = transaction(Effect.orDie(sql`INSERT INTO written VALUES (1)`))
        const session = yield* readingSession
        const rejected = yield* Effect.exit(write)
        assert.strictEqual(Exit.isFailure(rejected) ? outageOf(rejected.cause) : null, "notWritable")
        assert.strictEqual(yield* readingSession, session, "no session is closed while new ones take no writes either")
        yield* beside(
          Effect.gen(function* () {
            const other = yield* SqlClient.SqlClient
            const reset = other.unsafe(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
            yield* other.withTransaction(Effect.andThen(other`SET TRANSACTION READ WRITE`, reset))
          })
        )
        yield* write
        assert.lengthOf(yield* sql`SELECT value FROM written`, 1)
        assert.notStrictEqual(yield* readingSession, session)
      }).pipe(Effect.provide(Database.layer.pipe(Layer.provideMerge(layerPostgres(url)))))
    })
  )

  it.effect(
    "a host that vanishes without a word ends the statements that wait for it",
    (context) =>
      Effect.gen(function* () {
        if (!canUnplug()) return context.skip("no network namespace can be made here")
        const { newDatabase } = yield* PostgresServer
        const { username, password, port, pathname } = new URL(yield* newDatabase)
        const socket = `/tmp/.s.PGSQL.${port}`
        if (!existsSync(socket)) return context.skip("the server has no Unix socket in /tmp")
        const script = fileURLToPath(new URL("../testing/vanishing-host.ts", import.meta.url))
        const words = [process.execPath, script, socket, `${username}:${password}`, pathname.slice(1)]
        const child = yield* Effect.acquireRelease(
          Effect.sync(() => spawn("unshare", ["-rn", ...words], { stdio: ["ignore", "pipe", "inherit"] })),
          (started) => Effect.sync(() => started.kill("SIGKILL"))
        )
        const [printed] = yield* Effect.promise(() => once(child.stdout, "data"))
        assert.strictEqual(String(printed), "Failure\n")
      }),
    { tags: ["exhaustive"] }
  )
})

const canUnplug = (): boolean =>
  spawnSync("unshare", ["-rn", "ip", "link", "set", "lo", "up"], { stdio: "ignore" }).status === 0

it.live("a connection whose host is there stays open, however long the server is silent", () =>
  Effect.gen(function* () {
    const accepted = yield* Queue.unbounded<Socket>()
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => createServer((socket) => Queue.offerUnsafe(accepted, socket))),
      (started) => Effect.sync(() => started.close())
    )
    yield* Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening"))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const connection = connectToServer({ host: "127.0.0.1", port }, 30)
    const other = yield* Queue.take(accepted)
    connection.write("a statement")
    // The connection that asks, and no second one for the same silence.
    const asking = yield* Queue.take(accepted)
    yield* Effect.promise(() => once(asking.resume(), "close"))
    other.write("a row")
    const [row] = yield* Effect.promise(() => once(connection, "data"))
    assert.strictEqual(String(row), "a row")
    connection.destroy()
    other.destroy()
  }).pipe(Effect.scoped)
)

it.each([
  ["postgres://u:p@db.example:6432/d", { host: "db.example", port: 6432 }],
  ["postgres://db.example/d", { host: "db.example", port: 5432 }],
  ["postgres://[::1]:1/d", { host: "::1", port: 1 }],
  ["postgres:///d?host=/var/run/postgresql", null],
  ["postgres://%2Fvar%2Frun/d", null],
  ["postgres://db.example/d?port=1", null],
  ["nothing", null]
] as const)("the server of %s", (url, server) => {
  assert.deepStrictEqual(serverOfUrl(url), server)
})
