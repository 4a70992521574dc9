import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { currentVersion, migrate, schemaVersion } from "./migrate.ts"

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("migration on %s", (_, layerTest) => {
  /** Fails the test when the database would be copied: it is not about to change. */
  const beforeFirst = () => Effect.sync(() => assert.fail("nothing is to be copied"))

  layer(layerTest, { timeout: "60 seconds" })((it) => {
    it.effect("brings an empty database to the newest version, and then changes nothing any more", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.strictEqual(yield* currentVersion, schemaVersion)
        const again = yield* Effect.all([migrate({ now: 1, beforeFirst }), migrate({ now: 2, beforeFirst })], {
          concurrency: 2
        })
        assert.deepStrictEqual(again, Array(2).fill({ from: schemaVersion, to: schemaVersion }))
        const versions = yield* sql<{ version: number; appliedAt: number }>`
          SELECT version, applied_at FROM schema_migration ORDER BY version`
        assert.deepStrictEqual(
          versions.map((row) => ({ ...row })),
          Array.from({ length: schemaVersion }, (_unused, index) => ({ version: index + 1, appliedAt: 0 }))
        )
      })
    )

    it.effect("refuses a database of a newer program, before anything is copied or changed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const newer = schemaVersion + 1
        yield* sql.withTransaction(
          sql`INSERT INTO schema_migration ${sql.insert({ version: newer, name: "later", applied_at: 3 })}`
        )
        const refusal = yield* Effect.flip(migrate({ now: 4, beforeFirst }))
        assert.deepInclude(refusal, {
          _tag: "DatabaseTooNew",
          databaseVersion: newer,
          programVersion: schemaVersion
        })
        assert.strictEqual(yield* currentVersion, newer)
      })
    )
  })
})
