import type { SqlClient, Statement } from "effect/sql"

export type JsonColumns = Readonly<Record<string, "integer" | "text">>

/**
 * Rows as one parameter, to be used behind FROM: `FROM ${jsonRows(...)} given`. The statement keeps the same text for any
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
        names,
        rows.map((row) => names.map((name) => row[name] ?? null))
      )
  })
}

/** `jsonRows` of SQLite, which reads each row again for each of its columns: so without names, values in their order. */
export const jsonArrays = (
  sql: SqlClient.SqlClient,
  names: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number | null>>
): Statement.Fragment => {
  const fields = names.map((name, index) => `value ->> ${index} AS ${name}`)
  return sql`(SELECT ${sql.literal(fields.join(", "))} FROM json_each(${JSON.stringify(rows)}))`
}

/**
 * No stored text has U+0000: SQLite ends texts of patterns there, PostgreSQL refuses the statement. Every text that a
 * client looks for goes through this; what is written was checked when it came in.
 */
export const isFindable = (text: string): boolean => !text.includes("\0")

/** As `jsonRows`, for rows that are looked for: one with a text that cannot be stored finds nothing. */
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

/** Ids as one parameter, to be used behind IN. */
export const jsonIds = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>): Statement.Fragment =>
  sql`(SELECT given.id FROM ${jsonRows(
    sql,
    { id: "integer" },
    ids.map((id) => ({ id }))
  )} given)`

/** Texts that are looked for as one parameter, to be used behind IN. */
export const jsonTexts = (sql: SqlClient.SqlClient, texts: ReadonlyArray<string>): Statement.Fragment =>
  sql`(SELECT given.text FROM ${jsonSought(
    sql,
    { text: "text" },
    texts.map((text) => ({ text }))
  )} given)`
