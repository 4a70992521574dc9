import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readTables } from "../copy/copied-tables.ts"
import type { StoredRow, StoredValue } from "../copy/read-rows.ts"
import { insertRows } from "../copy/write-rows.ts"
import { derivedTables } from "../migration/own-tables.ts"
import { type CatalogueTable, readSchema } from "./read-schema.ts"

/** Texts on which engines, locales and encodings disagree. */
const texts = ["plain", "B", "_", "é", "ﬀ", "😀 𝄞", "'\"\\ \n\t", "\u{10ffff}", "z".repeat(300), "{}"]

const rowsOfLargeTables = 300
const rowsOfOthers = 12

/** Tables with several rows in a page, or with a row larger than a page of SQLite. */
const largeTables: ReadonlySet<string> = new Set([
  "activity_modified_entity",
  "translation",
  "delivery_content",
  "delivery"
])
const pieceBytes = 16 * 1024

/** The last id that a table has given out; its row was deleted. */
export const lastIdOf = (table: string): number => 10 + rowsOf(table) + 1

const rowsOf = (table: string): number =>
  largeTables.has(table) || table === "translation_key" ? rowsOfLargeTables : rowsOfOthers

/**
 * Writes rows into every table of a migrated database, whatever tables there are: each column has values, and is null where it
 * may be. Belongs into a transaction.
 */
export const fillDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const catalogue = yield* readSchema
  for (const table of yield* readTables) {
    const described = catalogue.find(({ name }) => name === table.name)
    if (described === undefined) throw new Error(`${table.name} is not in the catalogue`)
    const rows = Array.from(
      { length: rowsOf(table.name) },
      (_, index): StoredRow => table.columns.map(({ name, type }) => makeValue(described, name, type, index + 1))
    )
    yield* insertRows(sql, table, rows)
    if (table.identity !== null) yield* setLastId(sql, table.name)
  }
  yield* fillDerivedTables(sql)
}).pipe(Effect.orDie)

/** Writes a row into each table that no copy has. */
const fillDerivedTables = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [id, index_id, generation, source_id] = [1, 1, 1, 1]
  const bytes = Buffer.from([1])
  const rows: Readonly<Record<string, Readonly<Record<string, StoredValue>>>> = {
    memory_index: { id, organization_id: 11, language_tag: "en" },
    memory_source: { id, index_id, digest: "digest", text: "text" },
    memory_signature: { index_id, generation, place: 1, source_id, grams: bytes },
    memory_gram: { index_id, generation, gram: "gra", number: 1 },
    memory_posting: { index_id, generation, slot: 1, numbers: bytes },
    memory_key: { key_id: 11, source_id },
    memory_pending: { key_id: 12 },
    memory_entry_source: { entry_id: 11, source_id },
    memory_entry_pending: { entry_id: 12 },
    translation_cache: { digest: "digest", answer: "answer", created_at: 1 },
    published_version: { content_delivery_id: 11, version: 1, files: "[]", created_at: 1 },
    published_file: { content_delivery_id: 11, digest: "digest", content: bytes }
  }
  for (const table of derivedTables.toReversed()) yield* sql`INSERT INTO ${sql(table)} ${sql.insert(rows[table] ?? {})}`
})

/** Counts the rows of all tables that no copy has. */
export const countDerivedRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const counts = yield* Effect.forEach(
    derivedTables,
    (table) => sql<{ count: number }>`SELECT count(*) AS count FROM ${sql(table)}`
  )
  return counts.flat().reduce((sum, { count }) => sum + Number(count), 0)
}).pipe(Effect.orDie)

const setLastId = (sql: SqlClient.SqlClient, table: string) =>
  sql.onDialectOrElse({
    pg: () => sql`SELECT setval(CAST(pg_get_serial_sequence(${table}, 'id') AS regclass), ${lastIdOf(table)})`,
    orElse: () => sql`UPDATE sqlite_sequence SET seq = ${lastIdOf(table)} WHERE name = ${table}`
  })

const makeValue = (table: CatalogueTable, column: string, type: string, number: number): StoredValue => {
  const isKey = table.primaryKey.includes(column)
  const reference = table.foreignKeys.find((key) => key.column === column)
  const nullable = table.columns.find(({ name }) => name === column)?.isNullable === true
  // State and text of a translation go together.
  const isEmpty = number % 4 === 0
  if (table.name === "translation" && column === "state") return isEmpty ? "UNTRANSLATED" : `TRANSLATED ${number}`
  if (table.name === "translation" && column === "text") return isEmpty ? null : `${texts[number % texts.length]}`
  if (nullable && !isKey && isEmpty) return null
  if (reference !== undefined) return 10 + ((number - 1) % rowsOf(reference.table)) + 1
  if (type === "integer") return isKey && table.primaryKey.length > 1 ? 10 + Math.ceil(number / 3) : 10 + number
  if (type === "bytes") return Buffer.alloc(pieceBytes, number)
  return `${texts[number % texts.length]} ${table.name} ${column} ${number}`
}
