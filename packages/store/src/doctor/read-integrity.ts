import type { IntegrityFacts } from "@dragoman/domain/doctor"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { quoted } from "../copy/copied-tables.ts"

/** `quick`: not whether indexes have the values of their rows, which takes several times as long. */
export type Thoroughness = "quick" | "thorough"

export interface IntegrityOptions {
  readonly thoroughness: Thoroughness
  /** No table is begun after this time, in epoch milliseconds. */
  readonly until: number
}

const untouched: IntegrityFacts = { problems: [], brokenReferences: [], invalidIndexes: [], unchecked: [] }

/** Problems that are read of one table. */
const problemsMax = 10

/**
 * Whether what is stored is whole. On SQLite it reads every page, table by table, and blocks its thread during each of them;
 * PostgreSQL only says what it has noticed itself.
 */
export const readIntegrity = Effect.fnUntraced(function* (options: IntegrityOptions) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.onDialectOrElse({ pg: () => readPostgres(sql), orElse: () => readSqlite(sql, options) })
})

const readSqlite = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { thoroughness, until }: IntegrityOptions) {
  const pragma = thoroughness === "quick" ? "quick_check" : "integrity_check"
  const tables = yield* sql<{ name: string }>`
    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`
  const problems: Array<string> = []
  const unchecked: Array<string> = []
  const brokenReferences: Array<IntegrityFacts["brokenReferences"][number]> = []
  // The check of the schema itself includes the list of free pages.
  for (const name of ["sqlite_schema", ...tables.map((table) => table.name)]) {
    if ((yield* Clock.currentTimeMillis) > until) {
      unchecked.push(name)
      continue
    }
    // The column is named after the PRAGMA, the function has a name of its own.
    const lines = yield* sql.unsafe<Readonly<Record<string, string>>>(
      `SELECT ${pragma} AS line FROM pragma_${pragma}(${literal(name)}) LIMIT ${problemsMax}`
    )
    problems.push(...lines.flatMap(({ line = "" }) => (line === "ok" ? [] : [`${name}: ${line}`])))
    if (name === "sqlite_schema") continue
    const broken = yield* sql.unsafe<IntegrityFacts["brokenReferences"][number]>(
      `SELECT "table", parent, COUNT(*) AS rows FROM pragma_foreign_key_check(${literal(name)}) GROUP BY "table", parent`
    )
    brokenReferences.push(...broken)
  }
  return { ...untouched, problems, brokenReferences, unchecked }
})

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

const readPostgres = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [checksums] = yield* sql<{ failures: number | null }>`
    SELECT checksum_failures AS failures FROM pg_stat_database WHERE datname = current_database()`
  // The index of a whole partitioned table is invalid until each partition has one.
  const indexes = yield* sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE NOT i.indisvalid AND i.indexrelid NOT IN (SELECT index_relid FROM pg_stat_progress_create_index)
      AND c.relkind = 'i' AND c.relnamespace = CAST(current_schema() AS regnamespace) ORDER BY c.relname`
  const failures = checksums?.failures ?? 0
  const facts: IntegrityFacts = {
    ...untouched,
    problems: failures > 0 ? [`PostgreSQL has read ${failures} pages with a wrong checksum`] : [],
    invalidIndexes: indexes.map(({ name }) => quoted(name))
  }
  return facts
})
