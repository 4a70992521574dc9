import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs"
import { resolve } from "node:path"
import type { SettingValues } from "../platform/settings/settings.ts"
import { checkDatabaseFile, countRows, withDatabase } from "./check-database-file.ts"
import { CommandFailure } from "./command-failure.ts"
import { explainFileError } from "./explain-file-error.ts"

/**
 * Copies the database into a new file, of mode 0600, as it is at one moment; servers go on reading and writing. The file
 * has its name only when the copy was read again and found complete.
 */
export const backup = (database: SettingValues["database"], file: string) => {
  if (database.engine === "postgres") {
    throw new CommandFailure({
      sentence: "The database is PostgreSQL: back it up with `pg_dump --format=custom --file=FILE DATABASE_URL`."
    })
  }
  const target = resolve(file)
  if (!existsSync(database.filename)) {
    throw new CommandFailure({ sentence: `There is no database ${database.filename}: check DRAGOMAN_DATA_DIR.` })
  }
  if (existsSync(target)) throw new CommandFailure({ sentence: `${target} exists already: name a new file.` })
  const unfinished = `${target}.unfinished`
  try {
    // A file that is there and empty is what VACUUM INTO wants, and so nobody else can ever read it.
    closeSync(openSync(unfinished, "wx", 0o600))
    const checked = copyDatabase(database.filename, unfinished)
    renameSync(unfinished, target)
    const bytes = statSync(target).size
    return {
      sentence: `The backup is in ${target} (${bytes} bytes, verified).`,
      facts: { file: target, bytes, ...checked }
    }
  } catch (error) {
    if (!isExisting(error)) rmSync(unfinished, { force: true })
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure({ sentence: `The backup failed: ${explainFileError(error, unfinished)}` })
  }
}

const isExisting = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EEXIST"

const copyDatabase = (source: string, target: string) => {
  // Rows can be compared only when nobody wrote in between; how many there are is known then.
  const expected = withDatabase(source, (database) => {
    const before = dataVersion(database)
    const rowsByTable = countRows(database)
    database.prepare("VACUUM INTO ?").run(target)
    return dataVersion(database) === before ? rowsByTable : null
  })
  const checked = checkDatabaseFile(target)
  if ("problem" in checked) throw new CommandFailure({ sentence: `The backup failed: the copy ${checked.problem}.` })
  const different =
    expected === null
      ? undefined
      : Object.entries(expected).find(([table, rows]) => checked.rowsByTable[table] !== rows)?.[0]
  if (different !== undefined) {
    throw new CommandFailure({ sentence: `The backup failed: the copy has other rows in the table ${different}.` })
  }
  syncToDisk(target)
  return checked
}

/** Changes whenever another connection commits. */
const dataVersion = (database: Parameters<typeof countRows>[0]): number =>
  Number(database.prepare("PRAGMA data_version").get()?.["data_version"])

const syncToDisk = (file: string): void => {
  const descriptor = openSync(file, "r+")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
