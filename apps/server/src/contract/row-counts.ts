import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How many rows every table has: a refusal must not change it. On SQLite, for tests. */
export const rowCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{
    name: string
  }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
  const count = tables.map(({ name }) => `SELECT '${name}' AS name, count(*) AS count FROM "${name}"`)
  const rows = yield* sql<{ name: string; count: number }>`${sql.literal(count.join(" UNION ALL "))}`
  return Object.fromEntries(rows.map((row) => [row.name, row.count]))
}).pipe(Effect.orDie)
