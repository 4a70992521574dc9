import { Clock, Effect, Schedule } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { isPostgres } from "./migration-log.ts"

/** Any number; all programs that change the schema of one PostgreSQL database take this advisory lock in turn. */
const migrationLock = 7_236_423
/** A second lock, from the copy to the end of the migration: another server copies nothing meanwhile. */
const upgradeLock = 7_236_424

/**
 * Longest wait of a migration for a table, because statements of servers queue behind it. Longer than the second after
 * which PostgreSQL ends a vacuum that is in the way.
 */
export const tableLockMillis = 2_000

const retryPause = Schedule.spaced("500 millis")
/** About ten minutes of waiting for tables. */
const retriesMax = 240

/** Belongs at the beginning of the transaction; returns when no other program changes the schema. */
export const lockSchema = Effect.gen(function* () {
  if (!(yield* isPostgres)) return
  const sql = yield* SqlClient.SqlClient
  // However long the other server migrates, and a step takes.
  yield* sql`SET LOCAL lock_timeout = 0`
  yield* sql`SET LOCAL statement_timeout = 0`
  yield* sql`SELECT pg_advisory_xact_lock(${sql.literal(String(migrationLock))})`
  yield* sql`SET LOCAL lock_timeout = ${sql.literal(String(tableLockMillis))}`
})

/** Runs the transaction of a migration again, when it met transactions of servers: nothing of it was committed. */
export const retryLocked = <A, E, R>(transaction: Effect.Effect<A, E | SqlError.SqlError, R>) =>
  Effect.retry(transaction, { while: isConflict, schedule: retryPause, times: retriesMax }).pipe(
    // In real time, whatever the clock of a test says.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )

const conflicts = new Set(["LockTimeoutError", "DeadlockError", "SerializationError"])

const isConflict = (error: unknown): boolean => {
  if (typeof error !== "object" || error === null || !("_tag" in error) || error._tag !== "SqlError") return false
  return conflicts.has((error as SqlError.SqlError).reason._tag)
}

/** Keeps other servers from making a copy or migrating until the scope closes. The lock ends with the connection. */
export const holdUpgradeLock = Effect.gen(function* () {
  if (!(yield* isPostgres)) return
  const sql = yield* SqlClient.SqlClient
  const connection = yield* sql.reserve
  const run = (statement: string) => connection.executeUnprepared(statement, [], undefined)
  yield* run("SET lock_timeout = 0")
  yield* run("SET statement_timeout = 0")
  yield* Effect.addFinalizer(() =>
    Effect.ignore(
      Effect.all([
        run(`SELECT pg_advisory_unlock(${upgradeLock})`),
        run("RESET lock_timeout"),
        run("RESET statement_timeout")
      ])
    )
  )
  yield* run(`SELECT pg_advisory_lock(${upgradeLock})`)
})
