import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/** Rows up to which figures of monitors are exact: some milliseconds. */
export const countedRowsMax = 100_000

/**
 * Counts the rows of a table up to a limit, so that a scrape costs the same however many rows there are. Beyond the limit PostgreSQL
 * estimates them, and SQLite knows no more than the limit.
 */
export const countUpTo = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string, max = countedRowsMax) {
  const [counted] = yield* sql<{ count: number }>`
    SELECT CAST(COUNT(*) AS INTEGER) AS count FROM (SELECT 1 AS one FROM ${sql(table)} LIMIT ${max}) counted`
  const count = counted?.count ?? 0
  return count < max ? count : yield* estimateRows(sql, table, max)
})

/**
 * Estimates the rows of a table or an index with all its partitions, by the statistics that the last vacuum or analysis wrote. Returns at
 * least `min`; on SQLite, which has no such statistics, `min`.
 */
export const estimateRows = (
  sql: SqlClient.SqlClient,
  relation: string,
  min: number
): Effect.Effect<number, SqlError.SqlError> =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.map(
        sql<{ estimate: number }>`
          SELECT CAST(GREATEST(${min}, COALESCE(SUM(c.reltuples), 0)) AS BIGINT) AS estimate FROM pg_class c
          WHERE c.oid = CAST(${relation} AS regclass) OR c.oid IN (
            SELECT relid FROM pg_partition_tree(CAST(${relation} AS regclass)) WHERE isleaf)`,
        ([row]) => row?.estimate ?? min
      ),
    orElse: () => Effect.succeed(min)
  })
