import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { jsonRows } from "../database/sql-fragments.ts"
import { type CopiedTable, quoted } from "./copied-tables.ts"

/** The last id that each table has given out, also when its row is gone: an id is never used again. */
export type LastIds = ReadonlyMap<string, number>

/** Reads the last ids from the sequences, and from the rows, in case that rows were moved by hand. */
export const readLastIds = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, tables: ReadonlyArray<CopiedTable>) {
  const counted = tables.filter(({ identity }) => identity !== null)
  if (counted.length === 0) return new Map<string, number>()
  const sequences = yield* sql.onDialectOrElse({
    pg: () =>
      Effect.forEach(counted, ({ name, identity }) =>
        Effect.map(
          sql<{ value: number | null }>`
            SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence(${quoted(name)}, ${identity ?? ""}) AS regclass)) AS value`,
          ([row]) => ({ name, value: row?.value ?? 0 })
        )
      ),
    orElse: () => sql<{ name: string; value: number }>`SELECT name, seq AS value FROM sqlite_sequence`
  })
  const found = new Map<string, number>(sequences.map(({ name, value }) => [name, value]))
  for (const { name, identity } of counted) {
    const [row] = yield* sql.unsafe<{ newest: number | null }>(
      `SELECT MAX(${quoted(identity ?? "")}) AS newest FROM ${quoted(name)}`
    )
    found.set(name, Math.max(found.get(name) ?? 0, row?.newest ?? 0))
  }
  return found
}, Effect.orDie)

/** The next id of each table is behind its last one. Belongs into a transaction. */
export const writeLastIds = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  tables: ReadonlyArray<CopiedTable>,
  lastIds: LastIds
) {
  const rows = tables.flatMap(({ name, identity }) => {
    const value = lastIds.get(name) ?? 0
    return identity === null || value === 0 ? [] : [{ name, identity, value }]
  })
  if (rows.length === 0) return
  const input = jsonRows(sql, { name: "text", identity: "text", value: "integer" }, rows)
  yield* sql.onDialectOrElse({
    pg: () =>
      sql`SELECT setval(CAST(pg_get_serial_sequence(quote_ident(input.name), input.identity) AS regclass), input.value)
        FROM ${input} input`,
    orElse: () =>
      Effect.andThen(
        sql`DELETE FROM sqlite_sequence WHERE name IN (SELECT input.name FROM ${input} input)`,
        sql`INSERT INTO sqlite_sequence (name, seq) SELECT input.name, input.value FROM ${input} input`
      )
  })
}, Effect.orDie)
