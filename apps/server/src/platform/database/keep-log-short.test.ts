import { statSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

const megabyte = 1024 * 1024

layer(layerTestServer(), { excludeTestServices: true, timeout: "60 seconds" })("the log of SQLite", (it) => {
  it.effect("is not copied by the commits of the server, and emptied soon after them", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const sizeOf = (end: string) => statSync(join(dataDir, `dragoman.sqlite${end}`)).size
      const [autoCheckpoint] = yield* sql.withTransaction(sql`PRAGMA wal_autocheckpoint`)
      assert.deepStrictEqual({ ...autoCheckpoint }, { walAutocheckpoint: 0 })
      yield* sql.withTransaction(sql`CREATE TABLE kept (value BLOB)`)
      for (let count = 0; count < 20; count++) {
        yield* sql.withTransaction(sql`INSERT INTO kept VALUES (zeroblob(${sql.literal(String(megabyte))}))`)
      }
      yield* Effect.suspend(() => (sizeOf("-wal") <= 4 * megabyte ? Effect.void : Effect.fail("still long"))).pipe(
        Effect.retry(Schedule.spaced("50 millis"))
      )
      assert.isAbove(sizeOf(""), 20 * megabyte)
      const rows = yield* sql<{ count: number }>`SELECT COUNT(*) AS count FROM kept WHERE length(value) = ${megabyte}`
      assert.deepStrictEqual(
        rows.map(({ count }) => count),
        [20]
      )
    })
  )
})
