import { renameSync, rmSync } from "node:fs"
import { basename } from "node:path"
import { makeSchemaCopy } from "@dragoman/store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SettingValues } from "../platform/settings/settings.ts"
import { checkDatabaseFile, syncToDisk } from "./backup.ts"
import { CommandFailure } from "./command-failure.ts"
import { sqliteCopyFile } from "./migrate/sqlite-copies.ts"

/**
 * Copies the database before its schema changes, so that the change can be rolled back: SQLite to a file beside it, PostgreSQL
 * to a schema of its own inside of it. Returns the name of the copy; null: the settings want none.
 */
export const copyBeforeMigration = Effect.fn("copyBeforeMigration")(function* (
  { database, copyBeforeMigration: isWanted }: Pick<SettingValues, "database" | "copyBeforeMigration">,
  databaseVersion: number,
  /** Epoch milliseconds. */
  now: number
) {
  if (!isWanted) return null
  const copy =
    database.engine === "postgres"
      ? yield* makeSchemaCopy(databaseVersion, now)
      : yield* copySqlite(database.filename, databaseVersion, now)
  yield* Effect.logInfo("Database copied before its schema changes").pipe(
    Effect.annotateLogs({ copy, schemaVersion: databaseVersion })
  )
  return copy
}, Effect.orDie)

/** The copy gets its name when it is complete: a file with that name can be restored. */
const copySqlite = Effect.fnUntraced(function* (filename: string, databaseVersion: number, now: number) {
  const sql = yield* SqlClient.SqlClient
  const copy = sqliteCopyFile({ filename, reason: "beforeChange", schemaVersion: databaseVersion, madeAt: now })
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
  return basename(copy)
})
