import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { fieldToColumn } from "../database/sql-fragments.ts"
import { createUnicodeLower } from "../migration/migration.ts"
import { columnTypes, createMigrationLog, isPostgres, readAppliedMigrations } from "../migration/migration-log.ts"
import { migrations } from "../migration/migrations.ts"
import { parentsFirst } from "../schema-copy/schema-copy.ts"
import { readAllRows } from "./fill-tables.ts"
import { readSchema } from "./read-schema.ts"

/**
 * A database as text, one JSON value per line: first the statements that made its schema, as its migrations ran then, and
 * then the rows of each table. What migrations say later does not change it.
 */
type Line = { readonly sql: string } | { readonly table: string; readonly rows: ReadonlyArray<Row> }

type Row = Readonly<Record<string, unknown>>

/** The open database as text; equal for equal databases. */
export const storeDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const applied = new Set((yield* readAppliedMigrations).map(({ version }) => version))
  const types = yield* columnTypes
  const statements = migrations
    .filter(({ version }) => applied.has(version))
    .flatMap((migration) => migration.statements(types))
  const tables = yield* readSchema
  const references = tables.flatMap(({ name, foreignKeys }) =>
    foreignKeys.map(({ table }) => ({ child: name, parent: table }))
  )
  const rows = yield* readAllRows
  const log = yield* sql<Row>`SELECT * FROM schema_migration ORDER BY version`
  const order = parentsFirst(
    tables.map(({ name }) => name),
    references
  )
  const lines: ReadonlyArray<Line> = [
    ...statements.map((statement) => ({ sql: statement })),
    { table: "schema_migration", rows: log.map(toColumns) },
    ...order.map((table) => ({ table, rows: (rows[table] ?? []).map(toColumns) }))
  ]
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`
}).pipe(Effect.orDie)

const toColumns = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      fieldToColumn(field),
      value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value
    ])
  )

/** Makes such a database in an empty one. */
export const loadDatabase = Effect.fnUntraced(function* (text: string) {
  const sql = yield* SqlClient.SqlClient
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line)
  yield* sql.withTransaction(
    Effect.gen(function* () {
      if (yield* isPostgres) yield* createUnicodeLower
      yield* createMigrationLog
      for (const line of lines) if ("sql" in line) yield* sql.unsafe(line.sql)
      for (const line of lines) {
        if (!("table" in line)) continue
        // Rows of the migrations themselves: they are among the stored ones.
        yield* sql`DELETE FROM ${sql(line.table)}`
        for (const row of line.rows) yield* sql`INSERT INTO ${sql(line.table)} ${sql.insert(fromColumns(row))}`
      }
      if (yield* isPostgres) yield* continueIds
    })
  )
}, Effect.orDie)

const fromColumns = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === "object" && value !== null && "base64" in value
        ? new Uint8Array(Buffer.from(String(value.base64), "base64"))
        : value
    ])
  ) as Record<string, string | number | Uint8Array | null>

const continueIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const identities = yield* sql<{ table: string }>`
    SELECT table_name AS "table" FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES' AND column_name = 'id'`
  for (const { table } of identities) {
    yield* sql.unsafe(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT COALESCE(MAX(id), 0) + 1 FROM "${table}"), false)`
    )
  }
})
