import { DatabaseSync } from "node:sqlite"

export interface CheckedDatabase {
  readonly schemaVersion: number
  /** Rows by table, of all tables that are not SQLite's own. */
  readonly rowsByTable: Readonly<Record<string, number>>
}

/**
 * Reads a whole database file and says what is in it, or what is wrong with it as the end of a sentence. Changes nothing.
 */
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

/** Opens a file for reading only; writers are not disturbed. */
export const withDatabase = <A>(file: string, use: (database: DatabaseSync) => A): A => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return use(database)
  } finally {
    database.close()
  }
}

export const countRows = (database: DatabaseSync): Readonly<Record<string, number>> => {
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
