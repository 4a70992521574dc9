import { renameSync, rmSync } from "node:fs"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SettingValues } from "../platform/settings/settings.ts"
import { checkDatabaseFile, syncToDisk } from "./backup.ts"
import { CommandFailure } from "./command-failure.ts"

/**
 * Copies a SQLite database beside itself before its schema changes, so that an upgrade can be undone. On PostgreSQL the
 * operator makes the copy. The copy gets its name when it is complete: a file with that name can be restored.
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
  const unfinished = `${copy}.unfinished`
  yield* Effect.sync(() => rmSync(unfinished, { force: true }))
  yield* sql`VACUUM INTO ${unfinished}`
  yield* Effect.sync(() => {
    const checked = checkDatabaseFile(unfinished)
    if ("problem" in checked) {
      rmSync(unfinished, { force: true })
      throw new CommandFailure({
        sentence: `The copy of the database before its migration ${checked.problem}. Nothing was changed.`
      })
    }
    syncToDisk(unfinished)
    renameSync(unfinished, copy)
  })
  yield* Effect.logInfo("The database was copied before its schema changes.").pipe(
    Effect.annotateLogs({ copy, schemaVersion: databaseVersion })
  )
}, Effect.orDie)
