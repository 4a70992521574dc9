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
  const text = JSON.stringify(rows)
  const names = Object.keys(columns)
  return sql.onDialectOrElse({
    pg: () => {
      const types = names.map((name) => `${name} ${columns[name] === "integer" ? "BIGINT" : "TEXT"}`)
      return sql`(SELECT * FROM json_to_recordset(CAST(${text} AS JSON)) AS r(${sql.literal(types.join(", "))}))`
    },
    orElse: () => {
      const fields = names.map((name) => `value ->> '${name}' AS ${name}`)
      return sql`(SELECT ${sql.literal(fields.join(", "))} FROM json_each(${text}))`
    }
  })
}

/** Ids as one parameter, to be used behind IN. */
export const jsonIds = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>): Statement.Fragment =>
  sql`(SELECT given.id FROM ${jsonRows(
    sql,
    { id: "integer" },
    ids.map((id) => ({ id }))
  )} given)`
