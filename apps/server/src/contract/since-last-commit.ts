import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/**
 * Reads again only when something was committed since, or when `key` is another one: most refused requests write nothing.
 * On SQLite, outside of transactions: those statements run on the read-only connection.
 */
export const sinceLastCommit = <Key, A>(
  read: (sql: SqlClient.SqlClient, key: Key) => Effect.Effect<A, SqlError.SqlError>
) => {
  const cache = new WeakMap<SqlClient.SqlClient, { readonly version: unknown; readonly key: Key; readonly found: A }>()
  return Effect.fnUntraced(function* (key: Key) {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql.unsafe<{ dataVersion: number }>("PRAGMA data_version")
    const version = row?.dataVersion
    const last = cache.get(sql)
    if (last !== undefined && last.version === version && last.key === key) return last.found
    const found = yield* read(sql, key)
    cache.set(sql, { version, key, found })
    return found
  }, Effect.orDie)
}
