import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { tableLockMillis } from "../database/retry-locked.ts"
import { isPostgres } from "./migration-log.ts"

/** Any number; all programs that change the schema of one PostgreSQL database take this advisory lock in turn. */
const migrationLock = 7_236_423
/** A second lock, from the copy to the end of the migration: another server copies nothing meanwhile. */
const upgradeLock = 7_236_424

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
