import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { sinceLastCommit } from "./since-last-commit.ts"

const statements = new WeakMap<SqlClient.SqlClient, string>()

/** One statement for all tables; made once for every database. */
const statementFor = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const known = statements.get(sql)
  if (known !== undefined) return known
  const tables = yield* sql<{
    name: string
  }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'audit_entry'`
  const statement = tables
    .map(({ name }) => `SELECT '${name}' AS name, count(*) AS count FROM "${name}"`)
    .join(" UNION ALL ")
  statements.set(sql, statement)
  return statement
})

const countsNow = sinceLastCommit(
  Effect.fnUntraced(function* (sql: SqlClient.SqlClient, _: null) {
    const rows = yield* sql.unsafe<{ name: string; count: number }>(yield* statementFor(sql))
    return Object.fromEntries(rows.map((row) => [row.name, row.count]))
  })
)

/**
 * How many rows every table has: an error must not change it, but for the audit log, which records failed logins. On
 * SQLite, outside of transactions, for tests.
 */
export const rowCounts = countsNow(null)
