import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SettingValues } from "../settings/settings.ts"

/**
 * Copies a SQLite database beside itself, before its schema changes for the first time: the way back from an upgrade. On
 * PostgreSQL the operator makes the copy.
 */
export const copyBeforeMigration = Effect.fn("copyBeforeMigration")(function* (
  database: SettingValues["database"],
  databaseVersion: number,
  /** Epoch milliseconds. */
  now: number
) {
  if (database.engine === "postgres") return
  const sql = yield* SqlClient.SqlClient
  const moment = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")
  const copy = `${database.filename}.schema-${databaseVersion}.${moment}`
  yield* sql`VACUUM INTO ${copy}`
  yield* Effect.logInfo("The database was copied before its schema changes.").pipe(
    Effect.annotateLogs({ copy, schemaVersion: databaseVersion })
  )
}, Effect.orDie)
