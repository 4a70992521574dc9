import { Data, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { runEach } from "../database/sql-fragments.ts"
import { type CopiedTable, quoted } from "./copied-tables.ts"
import { keyOf, type StoredRow, type StoredValue } from "./read-rows.ts"

/** PostgreSQL cannot store a text of the source: it has the character U+0000. */
export class TextNotStorable extends Data.TaggedError("TextNotStorable")<{
  readonly table: string
  readonly column: string
  /** The primary key. */
  readonly row: string
}> {}

/** Writes rows with their ids. Belongs into a transaction. */
export const insertRows = (
  sql: SqlClient.SqlClient,
  table: CopiedTable,
  rows: ReadonlyArray<StoredRow>
): Effect.Effect<void, TextNotStorable> => {
  const names = table.columns.map(({ name }) => quoted(name)).join(", ")
  const into = `INSERT INTO ${quoted(table.name)} (${names})`
  return sql.onDialectOrElse({
    pg: () =>
      Effect.gen(function* () {
        yield* checkTexts(table, rows)
        const types = table.columns.map(({ type }, index) => `c${index} ${type === "integer" ? "BIGINT" : "TEXT"}`)
        const values = table.columns.map(({ type }, index) =>
          type === "bytes" ? `decode(c${index}, 'base64')` : `c${index}`
        )
        // One parameter for all rows, so that the statement stays prepared.
        yield* Effect.orDie(
          sql.unsafe(
            `${into} SELECT ${values.join(", ")} FROM json_to_recordset(CAST($1 AS JSON)) AS r(${types.join(", ")})`,
            [JSON.stringify(rows.map(toJson))]
          )
        )
      }),
    orElse: () =>
      Effect.asVoid(Effect.orDie(runEach(sql, `${into} VALUES (${table.columns.map(() => "?").join(", ")})`, rows)))
  })
}

const toJson = (row: StoredRow) => Object.fromEntries(row.map((value, index) => [`c${index}`, toJsonValue(value)]))

/** Bytes as base64. */
export const toJsonValue = (value: StoredValue): string | number | null =>
  typeof value === "object" && value !== null
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64")
    : value

const checkTexts = Effect.fnUntraced(function* (table: CopiedTable, rows: ReadonlyArray<StoredRow>) {
  for (const row of rows) {
    const index = row.findIndex((value) => typeof value === "string" && value.includes("\0"))
    if (index < 0) continue
    return yield* new TextNotStorable({
      table: table.name,
      column: table.columns[index]?.name ?? "",
      row: printKey(table, row)
    })
  }
})

/** The primary key of a row, for people. */
export const printKey = (table: CopiedTable, row: StoredRow): string => keyOf(table, row).join(", ")
