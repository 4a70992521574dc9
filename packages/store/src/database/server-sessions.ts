import { hostname } from "node:os"
import type { ConnectionFacts } from "@dragoman/domain/doctor"
import { Data, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { PostgresSessions } from "./database.ts"

/** A pooler gives each transaction another session where sessions have to last: for LISTEN, prepared statements and locks. */
export class SessionsShared extends Data.TaggedError("SessionsShared") {}

/** Fails when sessions that have to last are not those of this program alone. SQLite has none. */
export const checkSessions = Effect.gen(function* () {
  const sessions = Option.getOrNull(yield* Effect.serviceOption(PostgresSessions))
  if (sessions !== null && (yield* Effect.orDie(sessions.areShared))) return yield* new SessionsShared()
})

/** PostgreSQL cuts what is longer. */
const nameBytesMax = 63

/** Programs that run on until they are stopped. */
type LongProgram = "server" | "dispatcher"

/**
 * Application name of sessions behind a pooler, which outlive the process that used them. A running process is counted by the
 * session that listens.
 */
export const pooledSessionName = "dragoman pooled"

/** Distinguishes sessions of servers and dispatchers from those of commands. */
const prefixOf = (program: LongProgram): string => `dragoman ${program} `

/** Returns the application name of this process's sessions on PostgreSQL: program, host and process id. */
export const sessionNameOf = (program: LongProgram): string => {
  const [prefix, suffix] = [prefixOf(program), `:${process.pid}`]
  const host = hostname().replace(/[^\x21-\x7e]/g, "?")
  return `${prefix}${host.slice(0, nameBytesMax - prefix.length - suffix.length)}${suffix}`
}

/** The session name of servers and dispatchers of 1.0, which may still run beside a newer command. */
const olderSessionName = "dragoman"

/** Reads the connections of the PostgreSQL server and who has some to this database; null on SQLite. */
export const readConnections = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const count = (program: LongProgram) =>
    sql`COUNT(DISTINCT application_name) FILTER (
      WHERE datname = current_database() AND application_name LIKE ${`${prefixOf(program)}%`})`
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql<ConnectionFacts>`
      SELECT COUNT(*) FILTER (WHERE backend_type = 'client backend') AS used,
        CAST(current_setting('max_connections') AS INTEGER)
          - CAST(current_setting('superuser_reserved_connections') AS INTEGER) AS max,
        ${count("server")} AS servers, ${count("dispatcher")} AS dispatchers
      FROM pg_stat_activity`,
    orElse: () => Effect.succeed([])
  })
  return rows[0] ?? null
})

/**
 * How many connections servers and dispatchers have to the PostgreSQL database; 0 on SQLite, whose server has a lock. For a program whose
 * own sessions have another name.
 */
export const countServerSessions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql<{ count: number }>`SELECT CAST(COUNT(*) AS BIGINT) AS count FROM pg_stat_activity
      WHERE datname = current_database()
        AND (application_name LIKE ${`${prefixOf("server")}%`} OR application_name LIKE ${`${prefixOf("dispatcher")}%`} OR application_name = ${olderSessionName})`,
    orElse: () => Effect.succeed([{ count: 0 }])
  })
  return rows[0]?.count ?? 0
}).pipe(Effect.orDie)
