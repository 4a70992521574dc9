import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { CopiedTable } from "./copied-tables.ts"
import { openTable, type StoredRow } from "./read-rows.ts"
import { toJsonValue } from "./write-rows.ts"

/** Number and digest of the rows of a table. Equal on both engines for equal rows. */
export interface TableDigest {
  readonly rows: number
  /** Digest of all values in the order of the primary key, in hexadecimal digits. */
  readonly sha256: string
}

/** Adds up rows as they are read. */
export const makeTableDigest = () => {
  const hash = createHash("sha256")
  let count = 0
  return {
    add: (rows: ReadonlyArray<StoredRow>): void => {
      count += rows.length
      for (const row of rows) hash.update(`${JSON.stringify(row.map(toJsonValue))}\n`)
    },
    result: (): TableDigest => ({ rows: count, sha256: hash.digest("hex") })
  }
}

/** Reads each table that has a primary key from end to end. Belongs into `inSnapshot`. */
export const digestTables = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, tables: ReadonlyArray<CopiedTable>) {
  const digests: Record<string, TableDigest> = {}
  for (const table of tables) {
    if (table.primaryKey.length === 0) continue
    const digest = makeTableDigest()
    const reader = yield* openTable(sql, table)
    for (let rows = yield* reader.next; rows.length > 0; rows = yield* reader.next) digest.add(rows)
    digests[table.name] = digest.result()
  }
  return digests
})
