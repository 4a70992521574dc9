import { DatabaseSync } from "node:sqlite"
import { sqlFunctions } from "../database/sql-functions.ts"
import { sqliteTypes } from "../migration/migration.ts"
import { migrationLogStatement } from "../migration/migration-log.ts"
import { migrations, schemaVersion } from "../migration/migrations.ts"
import { backupManifestTable } from "../migration/own-tables.ts"
import { isMadeForSearches } from "../search-index/search-index-schema.ts"

/** A table, an index, a trigger or a view of a file. */
interface SchemaObject {
  readonly type: string
  readonly name: string
  readonly sql: string
}

/**
 * How the schema of a file differs from the one that the migrations make up to its version, as the end of a sentence; null: not at
 * all, or the version is newer than this program. A trigger of another hand would outlive the look at the rows.
 */
export const findSchemaDifference = (file: string, version: number): string | null => {
  if (version > schemaVersion) return null
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const expected = new Map(schemaOf(version).map((object) => [keyOf(object), object]))
    for (const object of readObjects(database)) {
      const own = expected.get(keyOf(object))
      if (own === undefined) {
        return `has the ${object.type} ${object.name}, which Dragoman has not made: drop it there`
      }
      if (comparable(own) !== comparable(object)) {
        return `has another ${object.type} ${object.name} than the schema of its version`
      }
      expected.delete(keyOf(object))
    }
    const [missing] = expected.values()
    return missing === undefined ? null : `lacks the ${missing.type} ${missing.name} of the schema of its version`
  } finally {
    database.close()
  }
}

const keyOf = ({ type, name }: SchemaObject): string => `${type} ${name}`

const schemaOf = (version: number): ReadonlyArray<SchemaObject> => {
  const database = new DatabaseSync(":memory:")
  try {
    for (const [name, run] of Object.entries(sqlFunctions)) database.function(name, run)
    database.exec(migrationLogStatement(sqliteTypes))
    for (const migration of migrations) {
      if (migration.version > version) break
      for (const statement of migration.statements(sqliteTypes)) database.exec(statement)
    }
    return readObjects(database)
  } finally {
    database.close()
  }
}

/** Tables that SQLite makes by itself, and for ANALYZE. */
const tablesOfSqlite = ["sqlite_sequence", "sqlite_stat1", "sqlite_stat4"]

/** An index without a statement belongs to a key of its table. */
const readObjects = (database: DatabaseSync): ReadonlyArray<SchemaObject> =>
  database
    .prepare("SELECT type, name, sql FROM sqlite_schema")
    .all()
    .map(({ type, name, sql }) => ({ type: String(type), name: String(name), sql: sql === null ? "" : String(sql) }))
    .filter(
      ({ type, name, sql }) =>
        !(type === "index" && sql === "") &&
        !isMadeForSearches(type, name, sql) &&
        !(type === "table" && (tablesOfSqlite.includes(name) || name === backupManifestTable))
    )

/**
 * Without quotes and spaces, which SQLite writes as it likes when a table is renamed. A column that was dropped and added again
 * stands at the end.
 */
const comparable = ({ type, sql }: SchemaObject): string => {
  const text = sql.replaceAll('"', "").replaceAll(/\s+/g, " ")
  if (type !== "table") return text
  const [start, end] = [text.indexOf("("), text.lastIndexOf(")")]
  return [
    text.slice(0, start).trim(),
    ...partsOf(text.slice(start + 1, end)).toSorted(),
    text.slice(end + 1).trim()
  ].join("\n")
}

/** The columns and constraints of a table: split at commas outside of parentheses. */
const partsOf = (text: string): ReadonlyArray<string> => {
  const parts = [""]
  let depth = 0
  for (const sign of text) {
    if (sign === "(") depth++
    if (sign === ")") depth--
    if (sign === "," && depth === 0) parts.push("")
    else parts.push(`${parts.pop() ?? ""}${sign}`)
  }
  return parts.map((part) => part.trim())
}
