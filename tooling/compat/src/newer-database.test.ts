import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { isReady, startProgram } from "@dragoman/release/running-program"
import { layerSqlite, schemaVersion } from "@dragoman/store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { serverBundle } from "./testing/server-bundle.ts"

describe("a database that a newer server has migrated", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman newer "))
  const words = ["serve", "--data-dir", join(fixture, "data"), "--port", "0"]
  let main = ""

  beforeAll(async () => {
    main = await serverBundle(join(fixture, "dist"))
  })

  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  it("is refused with one sentence, and is as it was", async () => {
    const server = startProgram(process.execPath, [main, ...words], { folder: fixture, env: {} })
    await server.line(isReady)
    server.signal("SIGTERM")
    assert.strictEqual(await server.ended, 0)
    await inDatabase(
      (sql) => sql`INSERT INTO schema_migration (version, name, applied_at) VALUES (${schemaVersion + 1}, 'later', 0)`
    )

    const refused = spawnSync(process.execPath, [main, ...words], { cwd: fixture, env: {}, encoding: "utf8" })
    assert.strictEqual(refused.status, 1)
    assert.match(refused.stderr, new RegExp(`^[^\n]*\\b${schemaVersion + 1}\\b[^\n]*\\.\n$`))
    assert.strictEqual(refused.stdout, "")
    const versions = await inDatabase(
      (sql) => sql<{ version: number }>`SELECT version FROM schema_migration ORDER BY version`
    )
    assert.deepStrictEqual(versions.at(-1), { version: schemaVersion + 1 })
  })

  const inDatabase = <A>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>): Promise<A> =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(statement(sql))).pipe(
      Effect.provide(layerSqlite({ filename: join(fixture, "data", "dragoman.sqlite") })),
      Effect.runPromise
    )
})
