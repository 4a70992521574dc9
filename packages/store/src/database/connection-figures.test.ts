import { figureOf } from "@dragoman/monitoring/thread-counters"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { Database } from "./database.ts"

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("figures of connections on %s", (_, layerTest) => {
  layer(layerTest, { timeout: "60 seconds" })((it) => {
    it.effect("say who has a connection, and count transactions and statements that fail", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        const figures = () => ({
          inUse: figureOf("databaseConnectionsInUse.write"),
          waiting: figureOf("databaseConnectionsWaiting.write"),
          transactions: figureOf("databaseTransactions"),
          constraints: figureOf("databaseErrors.constraint"),
          others: figureOf("databaseErrors.other")
        })
        const before = figures()
        assert.isAtLeast(figureOf("databaseConnections.write"), 1)
        const insert = sql`INSERT INTO server_value ${sql.insert({ name: "twice", value: "" })}`
        const within = yield* database.transaction(Effect.andThen(insert, Effect.sync(figures)))
        assert.deepStrictEqual(within, {
          ...before,
          inUse: before.inUse + 1,
          transactions: before.transactions + 1
        })
        yield* Effect.exit(database.transaction(insert))
        yield* Effect.exit(sql`SELECT nothing FROM nowhere`)
        assert.deepStrictEqual(figures(), {
          ...before,
          transactions: before.transactions + 2,
          constraints: before.constraints + 1,
          others: before.others + 1
        })
      })
    )
  })
})
