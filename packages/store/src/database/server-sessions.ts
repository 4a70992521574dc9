import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What PostgreSQL shows as the application of sessions of servers and dispatchers. */
export const serverSessionName = "dragoman"

/**
 * How many connections servers and dispatchers have to the PostgreSQL database; 0 on SQLite, whose server has a lock. For a program whose
 * own sessions have another name.
 */
export const countServerSessions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql<{ count: number }>`SELECT CAST(COUNT(*) AS BIGINT) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ${serverSessionName}`,
    orElse: () => Effect.succeed([{ count: 0 }])
  })
  return rows[0]?.count ?? 0
}).pipe(Effect.orDie)
