import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How many rows every table has: a refusal must not change it. On SQLite, for tests. */
export const rowCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{
    name: string
  }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = yield* sql<{ count: number }>`SELECT count(*) AS count FROM ${sql(name)}`
    counts[name] = row?.count ?? 0
  }
  return counts
}).pipe(Effect.orDie)
