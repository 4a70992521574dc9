import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { schemaVersion } from "@dragoman/store"
import type { SettingValues } from "../platform/settings/settings.ts"
import { checkDatabaseFile, syncToDisk } from "./backup.ts"
import { CommandFailure, explainFileError } from "./command-failure.ts"

/** Copies a backup to the place of the database in the settings. Never replaces a database, and leaves the backup unchanged. */
export const restore = (database: SettingValues["database"], file: string) => {
  if (database.engine === "postgres") {
    throw new CommandFailure({
      sentence:
        "The database is PostgreSQL: restore it into an empty one with `pg_restore --no-owner --dbname=DATABASE_URL FILE`."
    })
  }
  const source = resolve(file)
  const target = database.filename
  if (!existsSync(source)) throw new CommandFailure({ sentence: `There is no file ${source}.` })
  if (existsSync(target)) {
    throw new CommandFailure({
      sentence: `There is a database already, ${target}: stop the server and move it away, or set another DRAGOMAN_DATA_DIR.`
    })
  }
  if ((statSync(`${source}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new CommandFailure({
      sentence: `${source} is the file of a server, and its newest changes are in ${source}-wal: make a backup of it with \`dragoman backup\` first.`
    })
  }
  const checked = checkDatabaseFile(source)
  if ("problem" in checked) throw new CommandFailure({ sentence: `${source} ${checked.problem}.` })
  if (checked.schemaVersion > schemaVersion) {
    throw new CommandFailure({
      sentence: `${source} was written by a newer Dragoman (schema ${checked.schemaVersion}, this program knows ${schemaVersion}): use that version.`
    })
  }
  copyInto(source, target)
  return {
    sentence: `The database is restored to ${target}. Start the server with: dragoman serve`,
    facts: { file: target, bytes: statSync(target).size, ...checked }
  }
}

const copyInto = (source: string, target: string): void => {
  const unfinished = `${target}.unfinished`
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    rmSync(unfinished, { force: true })
    copyFileSync(source, unfinished, constants.COPYFILE_EXCL)
    chmodSync(unfinished, 0o600)
    syncToDisk(unfinished)
    const copied = checkDatabaseFile(unfinished)
    if ("problem" in copied) throw new CommandFailure({ sentence: `The restore failed: the copy ${copied.problem}.` })
    // SQLite would apply the log of an earlier database to this one.
    for (const suffix of ["-wal", "-shm"]) rmSync(`${target}${suffix}`, { force: true })
    renameSync(unfinished, target)
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure({ sentence: `The restore failed: ${explainFileError(error, target)}` })
  }
}
