import { Effect, Option } from "effect"
import type { SqlClient, SqlConnection, SqlError, Statement } from "effect/sql"

const camelCaseByColumn = new Map<string, string>()

/** `first_failed_at` → `firstFailedAt`. Column names are few, so each is converted once. */
export const columnToField = (column: string): string => {
  const known = camelCaseByColumn.get(column)
  if (known !== undefined) return known
  const field = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  camelCaseByColumn.set(column, field)
  return field
}

/** `firstFailedAt` → `first_failed_at`. */
export const fieldToColumn = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export type JsonColumns = Readonly<Record<string, "integer" | "text">>

/**
 * Rows as one parameter, for FROM: `FROM ${jsonRows(...)} input`. The statement keeps the same text for any
 * number of rows, so it stays prepared, and no limit of parameters is met. Columns are named as the keys of `columns`.
 */
export const jsonRows = (
  sql: SqlClient.SqlClient,
  columns: JsonColumns,
  rows: ReadonlyArray<Readonly<Record<string, string | number | null>>>
): Statement.Fragment => {
  const names = Object.keys(columns)
  return sql.onDialectOrElse({
    pg: () => {
      const text = JSON.stringify(rows)
      const types = names.map((name) => `${name} ${columns[name] === "integer" ? "BIGINT" : "TEXT"}`)
      return sql`(SELECT * FROM json_to_recordset(CAST(${text} AS JSON)) AS r(${sql.literal(types.join(", "))}))`
    },
    orElse: () =>
      jsonArrays(
        sql,
        names.map((name) => ({ name })),
        rows.map((row) => names.map((name) => row[name] ?? null))
      )
  })
}

/** A value in a column of `jsonArrays`: `isJson` columns take any value, and hold its JSON text. */
export interface JsonArrayColumn {
  readonly name: string
  readonly isJson?: boolean
}

/** `jsonRows` of SQLite, which reads each row again for each of its columns: so without names, values in their order. */
export const jsonArrays = (
  sql: SqlClient.SqlClient,
  columns: ReadonlyArray<JsonArrayColumn>,
  rows: ReadonlyArray<ReadonlyArray<unknown>>
): Statement.Fragment => {
  const fields = columns.map(({ name, isJson }, index) =>
    isJson ? `NULLIF(value -> ${index}, 'null') AS ${name}` : `value ->> ${index} AS ${name}`
  )
  // `json_each` prints each row as text, and `->>` parses it again.
  return sql`(SELECT ${sql.literal(fields.join(", "))} FROM jsonb_each(${JSON.stringify(rows)}))`
}

/**
 * No stored text has U+0000: SQLite ends texts of patterns there, PostgreSQL rejects the statement. Every text of a search
 * goes through this; texts that are written were checked when the request was decoded.
 */
export const isFindable = (text: string): boolean => !text.includes("\0")

/** Builds rows like `jsonRows`, for a search: a row with a text that cannot be stored finds nothing. */
export const jsonSought = (
  sql: SqlClient.SqlClient,
  columns: JsonColumns,
  rows: ReadonlyArray<Readonly<Record<string, string | number | null>>>
): Statement.Fragment =>
  jsonRows(
    sql,
    columns,
    rows.filter((row) => Object.values(row).every((value) => typeof value !== "string" || isFindable(value)))
  )

/** Ids as one parameter, for FROM: `FROM ${jsonIdRows(…)} input`, with the column `id`. */
export const jsonIdRows = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () =>
      jsonRows(
        sql,
        { id: "integer" },
        ids.map((id) => ({ id }))
      ),
    orElse: () => sql`(SELECT value AS id FROM json_each(${JSON.stringify(ids)}))`
  })

/** Ids as one parameter, for IN. */
export const jsonIds = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>): Statement.Fragment =>
  sql`(SELECT input.id FROM ${jsonIdRows(sql, ids)} input)`

/** Texts of a search as one parameter, for IN. */
export const jsonTexts = (sql: SqlClient.SqlClient, texts: ReadonlyArray<string>): Statement.Fragment =>
  sql`(SELECT input.text FROM ${jsonSought(
    sql,
    { text: "text" },
    texts.map((text) => ({ text }))
  )} input)`

/** Says whether a text column contains the text, case-insensitive; `%` and `_` stand for themselves. `column` is SQL. */
export const contains = (sql: SqlClient.SqlClient, column: string, text: string): Statement.Fragment =>
  containsInOrder(sql, column, ["", text, ""])

/**
 * Whether a text column begins with the first piece, ends with the last one and contains the others in between, in this
 * order; case-insensitive. The engines fold ASCII letters fast. Letters of other scripts are folded one text at a time, so
 * only in the rows that the ASCII letters leave.
 */
export const containsInOrder = (
  sql: SqlClient.SqlClient,
  column: string,
  pieces: ReadonlyArray<string>
): Statement.Fragment => {
  const text = pieces.join("")
  if (!isFindable(text)) return sql`1 = 0`
  const target = sql.literal(column)
  const foldingLike = sql.literal(sql.onDialectOrElse({ pg: () => "ILIKE", orElse: () => "LIKE" }))
  const escaped = pieces.map((piece) => piece.replace(/[\\%_]/g, "\\$&"))
  const cased = text.match(/[^\p{ASCII}]/gu)?.filter((letter) => variantsOf(letter).length > 1) ?? []
  const [letter] = cased
  if (letter === undefined) return sql`${target} ${foldingLike} ${escaped.join("%")} ESCAPE '\\'`
  const position = sql.literal(sql.onDialectOrElse({ pg: () => "strpos", orElse: () => "instr" }))
  const isPossible = /\p{ASCII}/u.test(text)
    ? sql`${target} ${foldingLike} ${escaped.map((piece) => piece.replace(/[^\p{ASCII}]+/gu, "%")).join("%")} ESCAPE '\\'`
    : sql.or(variantsOf(letter).map((variant) => sql`${position}(${target}, ${variant}) > 0`))
  const exact = escaped.map((piece) => piece.toLowerCase()).join("%")
  return sql`(${isPossible} AND unicode_lower(${target}) LIKE ${exact} ESCAPE '\\')`
}

/** The letter in both cases; one only where the script has no cases. */
export const variantsOf = (letter: string): ReadonlyArray<string> => [
  ...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])
]

/** The page of an ordered list: its order, LIMIT and OFFSET. */
export interface RowPage<Property extends string = string> {
  /** By properties of the list's order, the most important first; decides between any two rows. */
  readonly sort: ReadonlyArray<{ readonly property: Property; readonly direction: "asc" | "desc" }>
  readonly limit: number
  readonly offset: number
}

/** The rows of a page, and how many rows the whole list has. */
export interface PagedRows<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly total: number
}

/**
 * `ORDER BY … LIMIT … OFFSET …`. `expressions`: the SQL of each property of the wire; no text of a client gets into the
 * statement. Expressions must not be null: the engines disagree about where nulls go.
 */
export const orderAndLimit = <Property extends string>(
  sql: SqlClient.SqlClient,
  expressions: Readonly<Partial<Record<Property, string>>>,
  { sort, limit, offset }: RowPage<Property>
): Statement.Fragment => {
  const criteria = sort.flatMap(({ property, direction }) => {
    const expression = Object.hasOwn(expressions, property) ? expressions[property] : undefined
    return expression === undefined ? [] : [`${expression} ${direction === "desc" ? "DESC" : "ASC"}`]
  })
  return sql`ORDER BY ${sql.literal(criteria.join(", "))} LIMIT ${limit} OFFSET ${offset}`
}

type Parameters = ReadonlyArray<string | number | Uint8Array | null>

/** A connection to SQLite: there a statement costs less than the JSON that one statement for all rows would parse. */
export interface RepeatingConnection extends SqlConnection.Connection {
  readonly runEach: (
    statement: string,
    parameterSets: ReadonlyArray<Parameters>
  ) => Effect.Effect<ReadonlyArray<number>, SqlError.SqlError>
}

/**
 * Runs one statement for each set of parameters, without the cost of an effect each; returns how many rows each run
 * changed. Only for SQLite, and inside a transaction.
 */
export const runEach = (
  sql: SqlClient.SqlClient,
  statement: string,
  parameterSets: ReadonlyArray<Parameters>
): Effect.Effect<ReadonlyArray<number>, SqlError.SqlError> =>
  Effect.flatMap(Effect.serviceOption(sql.transactionService), (open) => {
    if (Option.isNone(open)) return Effect.die(new Error("runEach outside of a transaction"))
    const [connection] = open.value
    return (connection as RepeatingConnection).runEach(statement, parameterSets)
  })
