import { Effect } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { type CopiedColumn, type CopiedTable, quoted } from "./copied-tables.ts"

export type StoredValue = number | string | Uint8Array | null

/** The values of a row in the order of the columns of its table. */
export type StoredRow = ReadonlyArray<StoredValue>

/** The rows of one table in the order of its primary key. */
export interface RowReader {
  /** Some megabytes of rows; empty behind the last one. */
  readonly next: Effect.Effect<ReadonlyArray<StoredRow>>
}

/** Bytes that a page should hold, and rows at most: 500 of the largest kind, 256 KiB, are 128 MB. */
const pageBytes = 4 * 1024 * 1024
const pageRowsMin = 16
const pageRowsMax = 500

/** Begins small and doubles, because nothing is known of the rows yet; goes by the largest one that was read. */
const makePageSize = () => {
  let rowsNext = 4 * pageRowsMin
  let rowBytes = 1
  return {
    rows: () => rowsNext,
    read: (rows: ReadonlyArray<StoredRow>) => {
      rowBytes = rows.reduce((largest, row) => Math.max(largest, bytesOf(row)), rowBytes)
      rowsNext = Math.max(pageRowsMin, Math.min(pageRowsMax, 2 * rowsNext, Math.floor(pageBytes / rowBytes)))
    }
  }
}

const bytesOf = (row: StoredRow): number =>
  row.reduce<number>(
    (sum, value) => sum + (typeof value === "object" && value !== null ? value.length : String(value).length),
    0
  )

/**
 * Both engines order rows alike: texts by their bytes in UTF-8, whatever the locale of a PostgreSQL database is. So two
 * databases can be compared row by row, and a copy can go on behind the last row that it has.
 */
const orderTerms = (sql: SqlClient.SqlClient, key: ReadonlyArray<CopiedColumn>): ReadonlyArray<string> => {
  const textTerm = sql.onDialectOrElse({
    pg: () => (name: string) => `${quoted(name)} COLLATE "C"`,
    orElse: () => quoted
  })
  return key.map(({ name, type }) => (type === "text" ? textTerm(name) : quoted(name)))
}

/**
 * `SELECT` of all rows in their order; `after`: SQL of the key behind which they begin. Fields are `c0`, `c1`, …, so no name is
 * reserved.
 */
const selectRows = (sql: SqlClient.SqlClient, table: CopiedTable, after: ReadonlyArray<string> | null): string => {
  const terms = orderTerms(sql, table.primaryKey)
  const list = table.columns.map(({ name }, index) => `${quoted(name)} AS c${index}`).join(", ")
  const behind = after === null ? "" : `WHERE (${terms.join(", ")}) > (${after.join(", ")})`
  return `SELECT ${list} FROM ${quoted(table.name)} ${behind} ORDER BY ${terms.join(", ")}`
}

/** Writes a key, an id or a text, as a literal: a cursor takes no parameters. */
const literal = (value: StoredValue): string => {
  if (typeof value === "number") return String(value)
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`
  throw new Error("A primary key is a number or a text")
}

type FieldRow = Readonly<Record<string, StoredValue>>

const toRows = (table: CopiedTable, rows: ReadonlyArray<object>): ReadonlyArray<StoredRow> => {
  const fields = table.columns.map((_, index) => `c${index}`)
  return (rows as ReadonlyArray<FieldRow>).map((row) => fields.map((field) => row[field] ?? null))
}

/** The key of a row. */
export const keyOf = (table: CopiedTable, row: StoredRow): StoredRow =>
  table.primaryKey.map(({ name }) => row[table.columns.findIndex((column) => column.name === name)] ?? null)

/** Numbers the names of cursors: PostgreSQL keeps the plan of a statement with the columns of the first one. */
let cursors = 0

/**
 * Reads a table that has a primary key from behind the key `after`. Belongs into `inSnapshot`, so that all pages are of one
 * moment.
 */
export const openTable = (
  sql: SqlClient.SqlClient,
  table: CopiedTable,
  after: StoredRow | null = null
): Effect.Effect<RowReader> =>
  sql.onDialectOrElse({
    pg: () => openCursor(sql, table, after),
    orElse: () => Effect.sync(() => openPages(sql, table, after))
  })

/** PostgreSQL sorts once; a page by its keys would sort again where the key has a text. */
const openCursor = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: CopiedTable, after: StoredRow | null) {
  const cursor = `dragoman_copy_${++cursors}`
  const size = makePageSize()
  let isOver = false
  yield* sql.unsafe(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${selectRows(sql, table, after?.map(literal) ?? null)}`)
    .unprepared
  const next = Effect.gen(function* () {
    if (isOver) return []
    const wanted = size.rows()
    const rows = toRows(table, yield* sql.unsafe<object>(`FETCH FORWARD ${wanted} FROM ${cursor}`).unprepared)
    size.read(rows)
    isOver = rows.length < wanted
    if (isOver) yield* sql.unsafe(`CLOSE ${cursor}`).unprepared
    return rows
  })
  return { next: Effect.orDie(next) }
}, Effect.orDie)

const openPages = (sql: SqlClient.SqlClient, table: CopiedTable, after: StoredRow | null): RowReader => {
  const size = makePageSize()
  let last = after
  const next = Effect.gen(function* () {
    const text = selectRows(sql, table, last === null ? null : last.map(() => "?"))
    const found = yield* sql.unsafe<object>(`${text} LIMIT ?`, [...(last ?? []), size.rows()])
    const rows = toRows(table, found)
    size.read(rows)
    const end = rows.at(-1)
    if (end !== undefined) last = keyOf(table, end)
    return rows
  })
  return { next: Effect.orDie(next) }
}

/** The key of the last row; null: the table is empty. */
export const readLastKey = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: CopiedTable) {
  const terms = orderTerms(sql, table.primaryKey)
  const list = table.primaryKey.map(({ name }, index) => `${quoted(name)} AS c${index}`).join(", ")
  const [row] = yield* sql.unsafe<FieldRow>(
    `SELECT ${list} FROM ${quoted(table.name)} ORDER BY ${terms.map((term) => `${term} DESC`).join(", ")} LIMIT 1`
  )
  return row === undefined ? null : table.primaryKey.map((_, index): StoredValue => row[`c${index}`] ?? null)
}, Effect.orDie)

/**
 * Runs reads that all see one state of the database. Unlike `Database.snapshot` it takes the client: a copy has two. On
 * SQLite it is for a client that nothing else uses meanwhile.
 */
export const inSnapshot = <A, E, R>(sql: SqlClient.SqlClient, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  sql.onDialectOrElse({
    pg: () =>
      sql
        .withTransaction(
          Effect.andThen(
            Effect.orDie(
              Effect.andThen(
                sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`,
                // A page waits for as long as the other database takes for the last one.
                Effect.andThen(
                  sql`SET LOCAL idle_in_transaction_session_timeout = 0`,
                  sql`SET LOCAL statement_timeout = 0`
                )
              )
            ),
            effect
          )
        )
        .pipe(Effect.catchIf(SqlError.isSqlError, Effect.die)) as Effect.Effect<A, E, R>,
    orElse: () =>
      Effect.acquireUseRelease(
        Effect.orDie(sql`BEGIN`),
        () => effect,
        () => Effect.orDie(sql`ROLLBACK`)
      )
  })
