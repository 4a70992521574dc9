import { statSync } from "node:fs"
import { get, type IncomingMessage } from "node:http"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

const megabyte = 1024 * 1024

/** Commits 20 MB, and waits until the log is short again. */
const writeUntilEmptied = Effect.fnUntraced(function* (table: string) {
  const { dataDir } = yield* TestServer
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(sql`CREATE TABLE ${sql(table)} (value BLOB)`)
  for (let count = 0; count < 20; count++) {
    yield* sql.withTransaction(sql`INSERT INTO ${sql(table)} VALUES (zeroblob(${sql.literal(String(megabyte))}))`)
  }
  const isEmptied = Effect.sync(() => statSync(join(dataDir, "dragoman.sqlite-wal")).size <= 4 * megabyte)
  yield* Effect.repeat(isEmptied, { until: (isShort) => isShort, schedule: Schedule.spaced("50 millis") })
})

layer(layerTestServer(), { excludeTestServices: true, timeout: "60 seconds" })("the log of SQLite", (it) => {
  it.effect("is not copied by the commits of the server, and emptied soon after them", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const [autoCheckpoint] = yield* sql.withTransaction(sql`PRAGMA wal_autocheckpoint`)
      assert.deepStrictEqual({ ...autoCheckpoint }, { walAutocheckpoint: 0 })
      yield* writeUntilEmptied("kept")
      assert.isAbove(statSync(join(dataDir, "dragoman.sqlite")).size, 20 * megabyte)
      const rows = yield* sql<{ count: number }>`SELECT COUNT(*) AS count FROM kept WHERE length(value) = ${megabyte}`
      assert.deepStrictEqual(
        rows.map(({ count }) => count),
        [20]
      )
    })
  )

  it.effect("is emptied while a client does not read its export", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const owner = yield* seed.user({ username: "owner" })
      const organization = yield* seed.organization({ name: "Slow", owner })
      const { id, languages } = yield* seed.project({ organization: organization.id, name: "Slow", languages: ["en"] })
      const { accessToken } = yield* seed.accessToken(owner)
      // More than the buffers of a connection hold.
      yield* sql.withTransaction(sql`INSERT INTO translation_key (project_id, name, created_at)
        WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < 2000)
        SELECT ${id}, 'key.' || value, 0 FROM number`)
      yield* sql.withTransaction(sql`INSERT INTO translation (key_id, project_id, language_id, text, state)
        SELECT id, project_id, ${languages["en"] ?? 0}, ${"text ".repeat(1_900)}, 'TRANSLATED'
        FROM translation_key WHERE project_id = ${id}`)
      const response = yield* Effect.callback<IncomingMessage>((resume) => {
        const headers = { authorization: `Bearer ${accessToken}` }
        get(`${baseUrl}/v2/projects/${id}/export?format=JSON&zip=false`, { headers }, (found) =>
          resume(Effect.succeed(found))
        )
      })
      assert.strictEqual(response.statusCode, 200)
      assert.isAbove(Number(response.headers["content-length"]), 15 * megabyte)
      yield* writeUntilEmptied("meanwhile")
      assert.isFalse(response.readableEnded)
      response.destroy()
    })
  )
})
