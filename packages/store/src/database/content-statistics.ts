import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Counts again what PostgreSQL plans with, where keys and texts of the project lie: in the tables, or in one partition of each. A lock
 * held to the end of the transaction would make imports into other projects wait. SQLite plans without numbers.
 * `onlyMissing`: unless they were counted before, as in a new database.
 */
export const refreshContentStatistics = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  projectId: number,
  { onlyMissing = false } = {}
) {
  const tables = yield* sql.onDialectOrElse({
    pg: () => sql<{ name: string }>`
      SELECT CAST(CAST(found.place AS regclass) AS TEXT) AS name FROM (
        (SELECT tableoid AS place FROM translation_key WHERE project_id = ${projectId} LIMIT 1)
        UNION ALL (SELECT tableoid FROM translation WHERE project_id = ${projectId} LIMIT 1)
      ) found JOIN pg_class c ON c.oid = found.place ${onlyMissing ? sql`WHERE c.reltuples < 1` : sql``}`,
    orElse: () => Effect.succeed([])
  })
  if (tables.length === 0) return
  yield* sql`ANALYZE (SKIP_LOCKED) ${sql.literal(tables.map(({ name }) => name).join(", "))}`
}, Effect.orDie)
