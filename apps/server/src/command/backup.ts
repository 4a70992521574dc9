import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { SettingValues } from "../platform/settings/settings.ts"
import { CommandFailure, explainFileError } from "./command-failure.ts"

/**
 * Copies the database to a new file with mode 0600, as of one moment; servers continue to read and write. The file gets
 * its name after the copy was read again and is complete.
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
    // VACUUM INTO accepts an empty file, and keeps its mode: no other user can read the copy at any time.
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
  // The numbers of rows are comparable only if no other connection wrote in between.
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

export const syncToDisk = (file: string): void => {
  const descriptor = openSync(file, "r+")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export interface CheckedDatabase {
  readonly schemaVersion: number
  /** Number of rows by table, without SQLite's own tables. */
  readonly rowsByTable: Readonly<Record<string, number>>
}

/** Reads a whole database file: its schema version and its numbers of rows, or what is wrong with it as the end of a sentence. */
export const checkDatabaseFile = (file: string): CheckedDatabase | { readonly problem: string } => {
  try {
    return withDatabase(file, (database) => {
      const [first] = database.prepare("PRAGMA integrity_check(1)").all()
      if (first?.["integrity_check"] !== "ok") return { problem: `is damaged: ${String(first?.["integrity_check"])}` }
      const rowsByTable = countRows(database)
      if (!("schema_migration" in rowsByTable)) return { problem: "is a database, but not one of Dragoman" }
      const [row] = database.prepare("SELECT COALESCE(MAX(version), 0) AS version FROM schema_migration").all()
      return { schemaVersion: Number(row?.["version"]), rowsByTable }
    })
  } catch (error) {
    return { problem: `cannot be read as a database: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Opens a file for reading only, without blocking writers. */
const withDatabase = <A>(file: string, use: (database: DatabaseSync) => A): A => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return use(database)
  } finally {
    database.close()
  }
}

const countRows = (database: DatabaseSync): Readonly<Record<string, number>> => {
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
    )
    .all()
  return Object.fromEntries(
    tables.map(({ name }) => {
      const quoted = `"${String(name).replaceAll('"', '""')}"`
      const [row] = database.prepare(`SELECT count(*) AS number FROM ${quoted}`).all()
      return [String(name), Number(row?.["number"])]
    })
  )
}
