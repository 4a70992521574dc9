import { closeSync, fsyncSync, openSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { backupManifestTable } from "../migration/own-tables.ts"
import { isNoSearchTable } from "../search-index/search-index-schema.ts"

export interface CheckedDatabase {
  readonly schemaVersion: number
  /** Number of rows by table, without SQLite's own tables and that of a backup. */
  readonly rowsByTable: Readonly<Record<string, number>>
  /** Number of images whose contents are not in the file, because they lie in a bucket. */
  readonly imagesInBucket: number
}

/**
 * Reads a whole database file: its schema version and its numbers of rows, or what is wrong with it as the end of a sentence.
 * INVARIANT: not for a file that this process has open; two copies of SQLite release each other's locks.
 */
export const checkDatabaseFile = (file: string): CheckedDatabase | { readonly problem: string } => {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return check(database)
    } finally {
      database.close()
    }
  } catch (error) {
    return { problem: `cannot be read as a database: ${error instanceof Error ? error.message : String(error)}` }
  }
}

const check = (database: DatabaseSync): CheckedDatabase | { readonly problem: string } => {
  const [first] = database.prepare("PRAGMA integrity_check(1)").all()
  if (first?.["integrity_check"] !== "ok") return { problem: `is damaged: ${String(first?.["integrity_check"])}` }
  const rowsByTable = countRows(database)
  if (!("schema_migration" in rowsByTable)) return { problem: "is a database, but not one of Dragoman" }
  const [orphan] = database.prepare("PRAGMA foreign_key_check").all()
  if (orphan !== undefined) {
    return {
      problem: `is damaged: a row of ${String(orphan["table"])} refers to one of ${String(orphan["parent"])} that is not there`
    }
  }
  const [row] = database.prepare("SELECT COALESCE(MAX(version), 0) AS version FROM schema_migration").all()
  return { schemaVersion: Number(row?.["version"]), rowsByTable, imagesInBucket: countImages(database) }
}

/** Counts images in a bucket; 0: the schema is older. */
const countImages = (database: DatabaseSync): number => {
  const [column] = database.prepare("SELECT 1 FROM pragma_table_info('image') WHERE name = 'object_name'").all()
  if (column === undefined) return 0
  const [row] = database.prepare("SELECT count(*) AS number FROM image WHERE object_name IS NOT NULL").all()
  return Number(row?.["number"])
}

const countRows = (database: DatabaseSync): Readonly<Record<string, number>> => {
  const tables = database
    .prepare(
      `SELECT name FROM sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND ${isNoSearchTable} AND name <> ? ORDER BY name`
    )
    .all(backupManifestTable)
  return Object.fromEntries(
    tables.map(({ name }) => {
      const quoted = `"${String(name).replaceAll('"', '""')}"`
      const [row] = database.prepare(`SELECT count(*) AS number FROM ${quoted}`).all()
      return [String(name), Number(row?.["number"])]
    })
  )
}

export const syncToDisk = (file: string): void => {
  const descriptor = openSync(file, "r+")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
