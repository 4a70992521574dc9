import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { parentsFirst } from "../schema-copy/schema-copy.ts"
import { type CatalogueColumn, type CatalogueTable, readSchema } from "./read-schema.ts"

const rowsPerTable = 2

/** Keys of the first row are on the default branch, so that they outlive branches. */
const branchOf = (row: number) => (row === 1 ? null : row)

/** Values that a check, a unique index or the undo of a migration demands. */
const values: Readonly<Record<string, (row: number) => string | number | null>> = {
  "translation_key.branch_id": branchOf,
  "import.branch_id": branchOf,
  "activity_revision.branch_id": branchOf,
  "translation.text": (row) => `Text ${row}`,
  "translation.state": () => "TRANSLATED",
  // A server reads them with the keys, which may be those of a user.
  "screenshot_reference.positions": (row) => `[{"x":${row},"y":2,"width":3,"height":4}]`
}

/**
 * Two rows, or one, for each table that is empty, in every column, whatever the version of the schema: with texts beyond ASCII,
 * references to rows that exist and numbers beyond 32 bits.
 */
export const fillTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* readSchema
  const references = tables.flatMap(({ name, foreignKeys }) =>
    foreignKeys.map(({ table }) => ({ child: name, parent: table })).filter(({ child, parent }) => child !== parent)
  )
  const byName = new Map(tables.map((table) => [table.name, table]))
  yield* sql.withTransaction(
    Effect.forEach(
      parentsFirst([...byName.keys()], references),
      Effect.fnUntraced(function* (name) {
        const table = byName.get(name)
        const [found] = yield* sql<{ count: number }>`SELECT CAST(COUNT(*) AS BIGINT) AS count FROM ${sql(name)}`
        if (table === undefined || (found?.count ?? 0) > 0) return
        const parents = new Map<string, ReadonlyArray<number>>()
        for (const { table: parent } of table.foreignKeys) parents.set(parent, yield* newestIds(parent))
        // One for each parent at most: some tables have one row for a user or an organization.
        const length = Math.min(rowsPerTable, ...[...parents.values()].map((ids) => ids.length))
        const rows = Array.from({ length }, (_, index) => rowOf(table, index + 1, parents))
        for (const row of rows) yield* sql`INSERT INTO ${sql(name)} ${sql.insert(row)}`
      }),
      { discard: true }
    )
  )
}).pipe(Effect.orDie)

/** Newest first: what is there already belongs to older rows. */
const newestIds = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: number }>`SELECT id FROM ${sql(table)} ORDER BY id DESC LIMIT ${rowsPerTable}`
  return rows.map(({ id }) => id)
})

type Parents = ReadonlyMap<string, ReadonlyArray<number>>

const rowOf = (
  table: CatalogueTable,
  row: number,
  parents: Parents
): Readonly<Record<string, string | number | Uint8Array | null>> =>
  Object.fromEntries(table.columns.map((column) => [column.name, fillerOf(table, column, row, parents)]))

const fillerOf = (table: CatalogueTable, column: CatalogueColumn, row: number, parents: Parents) => {
  const value = values[`${table.name}.${column.name}`]
  if (value !== undefined) return value(row)
  const key = table.foreignKeys.find((foreignKey) => foreignKey.column === column.name)
  if (key !== undefined) return parents.get(key.table)?.[row - 1] ?? row
  if (column.name === "id") return row + 1_000
  if (column.type === "BLOB" || column.type === "BYTEA") return new Uint8Array([0, row, 255])
  if (column.type === "TEXT") return `${column.name} ${row}: ŽLUŤOUČKÝ 'kůň' 😀`
  if (/_(at|until|before|ends_at|step)$/.test(column.name)) return 1_700_000_000_000 + row
  return row
}

type Row = Readonly<Record<string, unknown>>

/** All rows of all tables but the log of migrations, in an order that does not depend on when they were written. */
export const readAllRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* readSchema
  const read = yield* Effect.forEach(
    tables,
    Effect.fnUntraced(function* ({ name, columns, primaryKey }) {
      const list = sql.literal(columns.map((column) => column.name).join(", "))
      const rows = yield* sql<Row>`SELECT ${list} FROM ${sql(name)} ORDER BY ${sql.literal(primaryKey.join(", "))}`
      return [name, rows.map((row) => ({ ...row }))] as const
    })
  )
  return Object.fromEntries(read) as Readonly<Record<string, ReadonlyArray<Row>>>
}).pipe(Effect.orDie)
