import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Queue } from "effect"
import { SqlClient } from "effect/sql"
import { PostgresServer } from "../testing/engines.ts"
import { hasPgbouncer, startPgbouncer } from "../testing/pgbouncer.ts"
import { PostgresListener } from "./channel.ts"
import { Database } from "./database.ts"
import { layerPostgres } from "./postgres.ts"
import {
  checkSessions,
  countServerSessions,
  readConnections,
  SessionsShared,
  sessionNameOf
} from "./server-sessions.ts"

/** The value that docs/operations.md tells operators to set in session mode. */
const ignored =
  "ignore_startup_parameters = lock_timeout,statement_timeout,idle_in_transaction_session_timeout,tcp_user_timeout,tcp_keepalives_idle,tcp_keepalives_interval,tcp_keepalives_count"

const check = (url: string, directUrl?: string) =>
  Effect.exit(Effect.provide(checkSessions, layerPostgres(url, { directUrl })))

layer(PostgresServer.layer, { excludeTestServices: true, timeout: "60 seconds" })("sessions of a program", (it) => {
  it.effect("are its own without a pooler, also when many programs look at once", () =>
    Effect.gen(function* () {
      const { newDatabase } = yield* PostgresServer
      const url = yield* newDatabase
      const exits = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => check(url), { concurrency: "unbounded" })
      assert.isTrue(exits.every(Exit.isSuccess))
    })
  )

  it.effect("have the name of the program, its host and its process, by which commands count them", () =>
    Effect.gen(function* () {
      const { newDatabase } = yield* PostgresServer
      const url = yield* newDatabase
      const nameOf = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ name: string }>`SELECT current_setting('application_name') AS name`
        return row?.name
      })
      const counted = Effect.provide(countServerSessions, layerPostgres(url, { applicationName: "dragoman migrate" }))
      const pattern = new RegExp(`^dragoman server [!-~]+:${process.pid}$`)
      assert.match(String(yield* Effect.provide(nameOf, layerPostgres(url))), pattern)
      for (const applicationName of [sessionNameOf("server"), sessionNameOf("dispatcher"), "dragoman"]) {
        const count = yield* nameOf.pipe(
          Effect.andThen(counted),
          Effect.provide(layerPostgres(url, { applicationName }))
        )
        assert.strictEqual(count, 1)
      }
      assert.strictEqual(
        yield* nameOf.pipe(
          Effect.andThen(counted),
          Effect.provide(layerPostgres(url, { applicationName: "dragoman copy" }))
        ),
        0
      )
    })
  )

  for (const settings of [
    ["pool_mode = transaction"],
    ["pool_mode = transaction", "server_round_robin = 1", "min_pool_size = 5"],
    ["pool_mode = transaction", "default_pool_size = 1"],
    ["pool_mode = statement"]
  ]) {
    it.effect.runIf(hasPgbouncer)(`are shared behind PgBouncer with ${settings.join(", ")}`, () =>
      Effect.gen(function* () {
        const { newDatabase } = yield* PostgresServer
        const directUrl = yield* newDatabase
        const url = yield* startPgbouncer(directUrl, [ignored, ...settings])
        assert.deepStrictEqual(yield* check(url), Exit.fail(new SessionsShared()))
        assert.isTrue(Exit.isSuccess(yield* check(url, directUrl)), "those that have to last do not pass the pooler")
        assert.deepStrictEqual(yield* check(url, url), Exit.fail(new SessionsShared()))
      })
    )
  }

  it.effect.runIf(hasPgbouncer)("are its own behind PgBouncer in session mode", () =>
    Effect.gen(function* () {
      const { newDatabase } = yield* PostgresServer
      const url = yield* startPgbouncer(yield* newDatabase, [ignored, "pool_mode = session"])
      for (let times = 0; times < 3; times++) assert.isTrue(Exit.isSuccess(yield* check(url)))
    })
  )

  it.effect.runIf(hasPgbouncer)(
    "behind PgBouncer in transaction mode, one session serves all connections but the one that listens",
    () =>
      Effect.gen(function* () {
        const { newDatabase } = yield* PostgresServer
        const directUrl = yield* newDatabase
        // Without `ignore_startup_parameters`, which no operator has to set.
        const url = yield* startPgbouncer(directUrl, ["pool_mode = transaction", "default_pool_size = 1"])
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { transaction, snapshot, autocommit } = yield* Database
          const { listen } = yield* PostgresListener
          const limits = Effect.orDie(
            Effect.map(
              sql<{ lock: string; statement: string; idle: string }>`SELECT current_setting('lock_timeout') AS lock,
              current_setting('statement_timeout') AS statement,
              current_setting('idle_in_transaction_session_timeout') AS idle`,
              ([row]) => row
            )
          )
          const own = { lock: "1min", statement: "10min", idle: "1min" }
          yield* transaction(Effect.orDie(sql`CREATE TABLE kept (value INTEGER)`))
          const [one, other] = [yield* listen("one"), yield* listen("other")]
          yield* Effect.forEach(
            Array.from({ length: 30 }, (_, value) => value),
            (value) =>
              value % 2 === 0
                ? transaction(Effect.orDie(sql`INSERT INTO kept VALUES (${value})`))
                : Effect.orDie(sql`SELECT value FROM kept WHERE value > ${value}`),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(yield* sql`SELECT value FROM kept`, 15)
          assert.deepStrictEqual(yield* transaction(limits), own)
          assert.deepStrictEqual(yield* snapshot(limits), own)
          assert.deepStrictEqual(yield* autocommit(limits), own)
          assert.deepStrictEqual(yield* limits, { lock: "0", statement: "0", idle: "0" }, "the next client has its own")
          for (const channel of ["one", "other"]) yield* sql`SELECT pg_notify(${channel}, 'changed')`
          for (const queue of [one, other]) assert.strictEqual((yield* Queue.take(queue)).payload, "changed")
          const names = yield* sql<{ name: string }>`SELECT application_name AS name FROM pg_stat_activity
          WHERE datname = current_database() ORDER BY application_name`
          assert.deepStrictEqual(
            names.map(({ name }) => name),
            ["dragoman pooled", sessionNameOf("server")]
          )
          assert.deepInclude(yield* readConnections, { servers: 1, dispatchers: 0 })
        }).pipe(Effect.provide(Database.layer.pipe(Layer.provideMerge(layerPostgres(url, { directUrl })))))
      })
  )
})
