import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { PostgresServer } from "../testing/engines.ts"
import { hasPgbouncer, startPgbouncer } from "../testing/pgbouncer.ts"
import { layerPostgres } from "./postgres.ts"
import { checkSessions, countServerSessions, SessionsShared, sessionNameOf } from "./server-sessions.ts"

/** The value that docs/operations.md tells operators to set. */
const ignored =
  "ignore_startup_parameters = lock_timeout,statement_timeout,idle_in_transaction_session_timeout,tcp_user_timeout,tcp_keepalives_idle,tcp_keepalives_interval,tcp_keepalives_count"

const check = (url: string) => Effect.exit(Effect.provide(checkSessions, layerPostgres(url)))

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
        const url = yield* startPgbouncer(yield* newDatabase, [ignored, ...settings])
        assert.deepStrictEqual(yield* check(url), Exit.fail(new SessionsShared()))
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
})
