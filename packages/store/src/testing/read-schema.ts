import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A table as the catalogue of an engine has it. */
export interface CatalogueTable {
  readonly name: string
  readonly columns: ReadonlyArray<CatalogueColumn>
  readonly primaryKey: ReadonlyArray<string>
  readonly foreignKeys: ReadonlyArray<ForeignKey>
  readonly indexes: ReadonlyArray<CatalogueIndex>
  /** Expressions, as the engine prints them. */
  readonly checks: ReadonlyArray<string>
  /** By name: `BEFORE UPDATE`. */
  readonly triggers: ReadonlyArray<CatalogueTrigger>
  /** Storage, as the engine prints it. */
  readonly options: ReadonlyArray<string>
}

export interface CatalogueColumn {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  /** An expression; null: none. The id of a row has one that is not shown here. */
  readonly default: string | null
}

export interface ForeignKey {
  readonly column: string
  readonly table: string
  readonly isCascading: boolean
}

export interface CatalogueTrigger {
  readonly name: string
  /** `BEFORE DELETE`. */
  readonly event: string
}

export interface CatalogueIndex {
  readonly name: string
  readonly isUnique: boolean
  /** Behind the name of the table, as the engine prints it. */
  readonly definition: string
}

type Catalogue = Omit<CatalogueTable, "name">

/** All tables by name, except the log of the migrations. */
export const readSchema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [listTables, readTable] = sql.onDialectOrElse({
    pg: () =>
      [
        sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`,
        readPostgres
      ] as const,
    orElse: () =>
      [
        sql<{ name: string }>`
          SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
        readSqlite
      ] as const
  })
  const names = (yield* listTables).map(({ name }) => name).filter((name) => name !== "schema_migration")
  return yield* Effect.forEach(names, (name) =>
    Effect.map(readTable(sql, name), (read): CatalogueTable => ({ name, ...read }))
  )
}).pipe(Effect.orDie)

const readSqlite = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  const columns = yield* sql<{ name: string; type: string; notnull: number; dflt: string | null; pk: number }>`
    SELECT name, type, "notnull", dflt_value AS dflt, pk FROM pragma_table_info(${table}) ORDER BY cid`
  const foreignKeys = yield* sql<{ column: string; table: string; onDelete: string }>`
    SELECT "from" AS "column", "table", on_delete FROM pragma_foreign_key_list(${table}) ORDER BY "from"`
  const indexes = yield* sql<{ name: string; sql: string }>`
    SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ${table} AND sql IS NOT NULL ORDER BY name`
  const triggers = yield* sql<{ name: string; sql: string }>`
    SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ${table} ORDER BY name`
  const [defined] = yield* sql<{ sql: string }>`
    SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ${table}`
  const definition = defined?.sql ?? ""
  const read: Catalogue = {
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type,
      isNullable: column.notnull === 0 && column.pk === 0,
      default: column.dflt
    })),
    primaryKey: columns
      .filter(({ pk }) => pk > 0)
      .toSorted((one, other) => one.pk - other.pk)
      .map(({ name }) => name),
    foreignKeys: foreignKeys.map(({ column, table: to, onDelete }) => ({
      column,
      table: to,
      isCascading: onDelete === "CASCADE"
    })),
    indexes: indexes.map((index) => toIndex(index.name, index.sql)),
    checks: [...definition.matchAll(/CONSTRAINT \w+\s+CHECK (\(.*\)) ?\)/g)].map(([, check]) => check ?? ""),
    triggers: triggers.map((trigger) => toTrigger(trigger.name, trigger.sql)),
    options: definition.endsWith("WITHOUT ROWID") ? ["WITHOUT ROWID"] : []
  }
  return read
})

const readPostgres = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  const columns = yield* sql<{ name: string; type: string; isNullable: boolean; dflt: string | null }>`
    SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS is_nullable,
      pg_get_expr(d.adbin, d.adrelid) AS dflt
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = CAST(${table} AS regclass) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`
  const constraints = yield* sql<{ type: string; definition: string }>`
    SELECT CAST(contype AS TEXT) AS type, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conrelid = CAST(${table} AS regclass) ORDER BY conname`
  const indexes = yield* sql<{ name: string; definition: string }>`
    SELECT i.indexname AS name, i.indexdef AS definition FROM pg_indexes i
    WHERE i.schemaname = current_schema() AND i.tablename = ${table}
      AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname AND c.contype = 'p') ORDER BY i.indexname`
  const triggers = yield* sql<{ name: string; definition: string }>`
    SELECT tgname AS name, pg_get_triggerdef(oid) AS definition FROM pg_trigger
    WHERE tgrelid = CAST(${table} AS regclass) AND NOT tgisinternal ORDER BY tgname`
  const options = yield* sql<{ option: string }>`
    SELECT unnest(reloptions) AS option FROM pg_class WHERE oid = CAST(${table} AS regclass)
    UNION ALL
    SELECT 'UNLOGGED' FROM pg_class WHERE oid = CAST(${table} AS regclass) AND relpersistence = 'u'`
  const ofType = (type: string) =>
    constraints.filter((constraint) => constraint.type === type).map(({ definition }) => definition)
  const read: Catalogue = {
    columns: columns.map(({ name, type, isNullable, dflt }) => ({
      name,
      type: type.toUpperCase(),
      isNullable,
      default: dflt?.replace(/::\w+$/, "") ?? null
    })),
    primaryKey: ofType("p").flatMap((definition) =>
      (/\((.*)\)/.exec(definition)?.[1] ?? "").replaceAll('"', "").split(", ")
    ),
    foreignKeys: ofType("f")
      .map((definition) => {
        const [, column = "", to = ""] = /FOREIGN KEY \((\w+)\) REFERENCES (\w+)/.exec(definition) ?? []
        return { column, table: to, isCascading: definition.endsWith("ON DELETE CASCADE") }
      })
      .toSorted((one, other) => (one.column < other.column ? -1 : 1)),
    indexes: indexes.map(({ name, definition }) => toIndex(name, definition)),
    checks: ofType("c"),
    triggers: triggers.map(({ name, definition }) => toTrigger(name, definition)),
    options: options.map(({ option }) => option)
  }
  return read
})

const toTrigger = (name: string, definition: string): CatalogueTrigger => ({
  name,
  event: /(?:BEFORE|AFTER) (?:INSERT|UPDATE|DELETE|TRUNCATE)/.exec(definition)?.[0] ?? ""
})

const toIndex = (name: string, definition: string): CatalogueIndex => ({
  name,
  isUnique: definition.startsWith("CREATE UNIQUE"),
  definition: definition.replaceAll(/\s+/g, " ").replace(/^.*? ON (\w+\.)?\w+( USING btree)? /, "")
})
