import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { forUpdate } from "../database/for-update.ts"

/** Locks imports by id, before any row of theirs is written. `ids`: a subquery. */
export const lockImports = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, ids: Statement.Fragment) {
  yield* sql`SELECT id FROM import WHERE id IN (${ids}) ORDER BY id ${forUpdate(sql)}`
})
