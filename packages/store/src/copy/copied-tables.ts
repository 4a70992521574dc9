import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { backupManifestTable, derivedTables, unfinishedCopyTable } from "../migration/own-tables.ts"
import { isNoSearchTable } from "../search-index/search-index-schema.ts"

/** A column whose values are stored; generated ones are left to the database. */
export interface CopiedColumn {
  readonly name: string
  readonly type: "integer" | "text" | "bytes"
}

/** A table of a database, as far as a copy needs to know it. */
export interface CopiedTable {
  readonly name: string
  readonly columns: ReadonlyArray<CopiedColumn>
  /** Empty: the table has none, so its rows have no order. */
  readonly primaryKey: ReadonlyArray<CopiedColumn>
  /** The column whose values the database counts up; null: none. */
  readonly identity: string | null
}

/**
 * Tables that no copy has: the log of migrations is written at the end, what counts rate limits is worth nothing on
 * another engine or a minute later, and a server fills derived tables again.
 */
const leftOut: ReadonlySet<string> = new Set([
  "schema_migration",
  "rate_window",
  "rate_clock",
  ...derivedTables,
  unfinishedCopyTable,
  backupManifestTable
])

interface ColumnRow {
  readonly tableName: string
  readonly name: string
  readonly type: string
  /** Position in the primary key, from 1; 0 or null: none. */
  readonly pk: number | null
  readonly isIdentity: number | boolean
}

interface ReferenceRow {
  readonly tableName: string
  readonly target: string
}

/** The tables whose rows a copy has, each one behind those that it refers to. */
export const readTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [readColumns, readReferences] = sql.onDialectOrElse({
    pg: () =>
      [
        sql<ColumnRow>`
          SELECT c.relname AS table_name, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
            array_position(CAST(string_to_array(CAST(i.indkey AS TEXT), ' ') AS SMALLINT[]), a.attnum) AS pk,
            a.attidentity <> '' AS is_identity
          FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
            LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
          WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind IN ('r', 'p')
            AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
          ORDER BY c.relname, a.attnum`,
        sql<ReferenceRow>`
          SELECT DISTINCT c.relname AS table_name, r.relname AS target FROM pg_constraint k
            JOIN pg_class c ON c.oid = COALESCE(pg_partition_root(k.conrelid), k.conrelid)
            JOIN pg_class r ON r.oid = COALESCE(pg_partition_root(k.confrelid), k.confrelid)
          WHERE k.contype = 'f' AND c.relnamespace = CAST(current_schema() AS regnamespace)`
      ] as const,
    orElse: () =>
      [
        sql<ColumnRow>`
          SELECT m.name AS table_name, x.name, x.type, x.pk,
            x.pk > 0 AND m.sql LIKE '%AUTOINCREMENT%' AS is_identity
          FROM sqlite_schema m JOIN pragma_table_xinfo(m.name) x
          WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.${sql.literal(isNoSearchTable)} AND x.hidden = 0
          ORDER BY m.name, x.cid`,
        sql<ReferenceRow>`
          SELECT m.name AS table_name, f."table" AS target
          FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
          WHERE m.type = 'table'`
      ] as const
  })
  const columns = yield* readColumns
  const references = yield* readReferences
  const names = [...new Set(columns.map(({ tableName }) => tableName))].filter((name) => !leftOut.has(name))
  return inOrder(names, references).map((name): CopiedTable => {
    const own = columns.filter(({ tableName }) => tableName === name)
    return {
      name,
      columns: own.map(toColumn),
      primaryKey: own
        .filter(({ pk }) => pk !== null && pk > 0)
        .toSorted((one, other) => Number(one.pk) - Number(other.pk))
        .map(toColumn),
      identity: own.find(({ isIdentity }) => Boolean(isIdentity))?.name ?? null
    }
  })
}).pipe(Effect.orDie)

const typeByName: Readonly<Record<string, CopiedColumn["type"]>> = {
  INTEGER: "integer",
  BIGINT: "integer",
  BLOB: "bytes",
  BYTEA: "bytes"
}

const toColumn = ({ name, type }: ColumnRow): CopiedColumn => ({
  name,
  type: typeByName[type.toUpperCase()] ?? "text"
})

/** A row is written after the rows that it refers to. */
const inOrder = (names: ReadonlyArray<string>, references: ReadonlyArray<ReferenceRow>): ReadonlyArray<string> => {
  const ordered = new Set<string>()
  const visit = (name: string, path: ReadonlyArray<string>): void => {
    if (ordered.has(name)) return
    if (path.includes(name)) throw new Error(`Tables refer to each other: ${[...path, name].join(", ")}`)
    for (const { tableName, target } of references) {
      if (tableName === name && target !== name && names.includes(target)) visit(target, [...path, name])
    }
    ordered.add(name)
  }
  for (const name of names) visit(name, [])
  return [...ordered]
}

/** The name in a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
