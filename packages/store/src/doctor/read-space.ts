import type { DatabaseContent, SpaceFacts } from "@dragoman/domain/doctor"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { quoted, readTables } from "../copy/copied-tables.ts"
import { readConnections } from "../database/server-sessions.ts"

/** Reads the space that a database takes. The write-ahead log is a file, whose size is not asked of the database. */
export const readSpace = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.onDialectOrElse({ pg: () => spaceOfPostgres(sql), orElse: () => spaceOfSqlite(sql) })
})

const spaceOfSqlite = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [pages] = yield* sql<{ sizeBytes: number; freeBytes: number }>`
    SELECT c.page_count * s.page_size AS size_bytes, f.freelist_count * s.page_size AS free_bytes
    FROM pragma_page_count c, pragma_page_size s, pragma_freelist_count f`
  const facts: SpaceFacts = {
    sizeBytes: pages?.sizeBytes ?? 0,
    freeBytes: pages?.freeBytes ?? 0,
    logBytes: null,
    deadRows: [],
    oldestTransactionAt: null
  }
  return facts
})

const spaceOfPostgres = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [size] = yield* sql<{ sizeBytes: number; oldestTransactionAt: number | null }>`
    SELECT pg_database_size(current_database()) AS size_bytes,
      (SELECT CAST(EXTRACT(EPOCH FROM MIN(xact_start)) * 1000 AS BIGINT) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend') AS oldest_transaction_at`
  const deadRows = yield* sql<SpaceFacts["deadRows"][number]>`
    SELECT relname AS "table", n_dead_tup AS dead, n_live_tup AS live FROM pg_stat_user_tables
    WHERE schemaname = current_schema() AND n_dead_tup > 0 ORDER BY n_dead_tup DESC LIMIT 20`
  const facts: SpaceFacts = {
    sizeBytes: size?.sizeBytes ?? 0,
    freeBytes: null,
    logBytes: null,
    deadRows,
    oldestTransactionAt: size?.oldestTransactionAt ?? null
  }
  return facts
})

/** The program itself gives the ids of these tables, so their sequences stay at the beginning. */
const withoutSequence: ReadonlySet<string> = new Set(["audit_retention"])

/** Tables whose next id exists. SQLite looks at the rows itself, so it has none. */
export const readSequencesBehind = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (!isPostgresClient(sql)) return []
  const tables = yield* readTables
  const behind: Array<DatabaseContent["sequencesBehind"][number]> = []
  for (const { name, identity } of tables) {
    if (identity === null || withoutSequence.has(name)) continue
    const [row] = yield* sql<{ last: number | null; newest: number | null }>`
      SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence(${quoted(name)}, ${identity}) AS regclass)) AS last,
        (SELECT MAX(${sql(identity)}) FROM ${sql(name)}) AS newest`
    const [next, newest] = [(row?.last ?? 0) + 1, row?.newest ?? 0]
    if (next <= newest) behind.push({ table: name, next, newest })
  }
  return behind
})

const isPostgresClient = (sql: SqlClient.SqlClient): boolean =>
  sql.onDialectOrElse({ pg: () => true, orElse: () => false })

interface ServerSide
  extends Pick<DatabaseContent, "engineVersion" | "isReadOnly" | "connections" | "clockAheadMillis"> {}

/** Reads version and settings of the engine. Whether a file can be written is not asked of SQLite. */
export const readEngine = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (!isPostgresClient(sql)) {
    const [row] = yield* sql<{ version: string }>`SELECT sqlite_version() AS version`
    const facts: ServerSide = {
      engineVersion: row?.version ?? "",
      isReadOnly: false,
      connections: null,
      clockAheadMillis: null
    }
    return facts
  }
  const before = yield* Clock.currentTimeMillis
  const [row] = yield* sql<{
    version: string
    readOnly: number
    clock: number
  }>`
    SELECT current_setting('server_version') AS version,
      CASE WHEN pg_is_in_recovery() OR CAST(current_setting('default_transaction_read_only') AS BOOLEAN) THEN 1 ELSE 0 END AS read_only,
      CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS clock`
  const after = yield* Clock.currentTimeMillis
  const facts: ServerSide = {
    engineVersion: row?.version ?? "",
    isReadOnly: row?.readOnly === 1,
    connections: yield* readConnections,
    // The database was asked some time in between.
    clockAheadMillis: row === undefined ? null : Math.round(row.clock - (before + after) / 2)
  }
  return facts
})
