import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ContentForm } from "../database/content-form.ts"
import { partitionedTables } from "../table/content-tables.ts"

/**
 * Partitions of each table. Fewer would leave large partitions at 10⁸ texts; each one costs a statement without a project an index scan.
 */
export const partitionCount = 32

/** The column by which rows are distributed. Each unique index of a partitioned table holds it. */
const partitionColumn = "project_id"

const contentTables: ReadonlyArray<string> = partitionedTables.map(({ name }) => name)

interface ForeignKey {
  readonly name: string
  /** The referring table. */
  readonly table: string
  readonly columns: ReadonlyArray<string>
  readonly target: string
  readonly isCascading: boolean
}

/** A table as the catalogue has it, without what depends on its form. */
export interface ContentDefinition {
  readonly table: string
  readonly columns: ReadonlyArray<string>
  /** Primary key and unique constraints, without the column of the partitions. */
  readonly keys: ReadonlyArray<{
    readonly name: string
    readonly kind: string
    readonly columns: ReadonlyArray<string>
  }>
  /** Behind `CREATE UNIQUE INDEX name ON table`. */
  readonly indexes: ReadonlyArray<{ readonly head: string; readonly name: string; readonly definition: string }>
  readonly references: ReadonlyArray<ForeignKey>
  /** References of other tables to this one. */
  readonly referredBy: ReadonlyArray<ForeignKey>
  /** Statements that create the triggers again. */
  readonly triggers: ReadonlyArray<string>
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const listOf = (columns: ReadonlyArray<string>): string => columns.map(quoted).join(", ")

/** Reads how the table is defined now, so that later migrations need not be repeated here. `schema`: of a conversion. */
export const readContentDefinition = Effect.fnUntraced(function* (table: string, schema: string) {
  const sql = yield* SqlClient.SqlClient
  const oid = sql`CAST(${quoted(table)} AS regclass)`
  const columns = yield* sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${oid} AND attnum > 0 AND NOT attisdropped ORDER BY attnum`
  const keys = yield* sql<{ name: string; type: string; columns: string }>`
    SELECT k.conname AS name, CAST(k.contype AS TEXT) AS type, ${columnNames(sql, "k.conrelid", "k.conkey")} AS columns
    FROM pg_constraint k WHERE k.conrelid = ${oid} AND k.contype IN ('p', 'u') ORDER BY k.contype, k.conname`
  const indexes = yield* sql<{ definition: string }>`
    SELECT pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
    WHERE i.indrelid = ${oid} AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))
    ORDER BY i.indexrelid`
  const foreignKeys = yield* sql<{ name: string; table: string; columns: string; target: string; action: string }>`
    SELECT k.conname AS name, c.relname AS "table", ${columnNames(sql, "k.conrelid", "k.conkey")} AS columns,
      r.relname AS target, CAST(k.confdeltype AS TEXT) AS action
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
    WHERE k.contype = 'f' AND k.conparentid = 0 AND c.relnamespace = CAST(current_schema() AS regnamespace)
      AND r.relnamespace = c.relnamespace AND (k.conrelid = ${oid} OR k.confrelid = ${oid})
    ORDER BY c.relname, k.conname`
  const triggers = yield* sql<{ definition: string }>`
    SELECT pg_get_triggerdef(t.oid) AS definition FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE t.tgrelid = ${oid} AND NOT t.tgisinternal
      AND NOT EXISTS (SELECT 1 FROM pg_namespace n WHERE n.oid = p.pronamespace AND n.nspname = ${schema})
    ORDER BY t.tgname`
  const references = foreignKeys.map(
    ({ name, table: child, columns: own, target, action }): ForeignKey => ({
      name,
      table: child,
      columns: contentTables.includes(target) ? withoutPartition(own) : own.split(","),
      target,
      isCascading: action === "c"
    })
  )
  const definition: ContentDefinition = {
    table,
    columns: columns.map(({ name }) => name),
    keys: keys.map(({ name, type, columns: own }) => ({
      name,
      kind: type === "p" ? "PRIMARY KEY" : "UNIQUE",
      columns: withoutPartition(own)
    })),
    indexes: indexes.map(({ definition: text }) => {
      const [, head = "", name = "", rest = ""] =
        /^(CREATE (?:UNIQUE )?INDEX) (\S+) ON .*?( USING .*)$/s.exec(text) ?? []
      return { head, name, definition: rest }
    }),
    references: references.filter((key) => key.table === table),
    referredBy: references.filter((key) => key.target === table && !contentTables.includes(key.table)),
    triggers: triggers.map(({ definition: text }) => text)
  }
  return definition
})

const columnNames = (sql: SqlClient.SqlClient, table: string, numbers: string) =>
  sql.literal(`(SELECT string_agg(a.attname, ',' ORDER BY o.place) FROM unnest(${numbers}) WITH ORDINALITY AS o(number, place)
    JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = o.number)`)

const withoutPartition = (columns: string): ReadonlyArray<string> =>
  columns.split(",").filter((column) => column !== partitionColumn)

const keyColumns = (columns: ReadonlyArray<string>, form: ContentForm): ReadonlyArray<string> =>
  form === "partitioned" ? [...columns, partitionColumn] : columns

/** The columns that identify a row in this form. */
export const identityIn = (form: ContentForm): string => listOf(keyColumns(["id"], form))

/** Statements that make the empty table of this form in the schema of the conversion. */
export const createStatements = (
  { table, keys, indexes, references }: ContentDefinition,
  form: ContentForm,
  schema: string
): ReadonlyArray<string> => {
  const target = `${quoted(schema)}.${quoted(table)}`
  const like = `LIKE ${quoted(table)} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING IDENTITY
    INCLUDING STORAGE INCLUDING COMPRESSION`
  return [
    `CREATE TABLE ${target} (${like}) ${form === "partitioned" ? `PARTITION BY HASH (${partitionColumn})` : ""}`,
    ...(form === "partitioned"
      ? partitionNames(table).map(
          (name, remainder) => `CREATE TABLE ${quoted(schema)}.${quoted(name)} PARTITION OF ${target}
            FOR VALUES WITH (MODULUS ${partitionCount}, REMAINDER ${remainder})`
        )
      : []),
    ...keys.map(
      ({ name, kind, columns }) =>
        `ALTER TABLE ${target} ADD CONSTRAINT ${quoted(name)} ${kind} (${listOf(keyColumns(columns, form))})`
    ),
    ...indexes.map(({ head, name, definition }) => `${head} ${name} ON ${target}${definition}`),
    ...references.map((key) => `ALTER TABLE ${target} ADD ${foreignKeyClause(key, key.name, form, schema)}`)
  ]
}

/** Names of the partitions, in the order of their remainders. */
export const partitionNames = (table: string): ReadonlyArray<string> =>
  Array.from({ length: partitionCount }, (_, index) => `${table}_p${String(index).padStart(2, "0")}`)

/** Behind `ALTER TABLE … ADD`. A reference to a partitioned table names the project, which may not be null in it. */
export const foreignKeyClause = (
  { columns, target, isCascading }: ForeignKey,
  name: string,
  form: ContentForm,
  schema: string
): string => {
  const isContent = contentTables.includes(target)
  const [own, referred] = isContent ? [keyColumns(columns, form), keyColumns(["id"], form)] : [columns, ["id"]]
  const place = isContent ? `${quoted(schema)}.${quoted(target)}` : quoted(target)
  return `CONSTRAINT ${quoted(name)} FOREIGN KEY (${listOf(own)}) REFERENCES ${place} (${listOf(referred)})
    ${isContent && form === "partitioned" ? "MATCH FULL" : ""} ${isCascading ? "ON DELETE CASCADE" : ""}`
}

/** Statements that keep the table of the conversion in step with the one that servers write. */
export const mirrorStatements = (
  { table, columns }: ContentDefinition,
  form: ContentForm,
  schema: string
): ReadonlyArray<string> => {
  const target = `${quoted(schema)}.${quoted(table)}`
  const list = listOf(columns)
  const changed = columns.filter((column) => column !== "id" && column !== partitionColumn)
  const set = changed.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(", ")
  const write = `INSERT INTO ${target} (${list}) SELECT ${list} FROM written
    ON CONFLICT (${identityIn(form)}) DO UPDATE SET ${set};`
  const remove = `DELETE FROM ${target} t USING removed r WHERE t.id = r.id AND t.${partitionColumn} = r.${partitionColumn};`
  const mirror = (event: string, transition: string, body: string) => {
    const name = `${quoted(schema)}.${quoted(`mirror_${event.toLowerCase()}_${table}`)}`
    return [
      `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`,
      `CREATE TRIGGER ${quoted(`dragoman_mirror_${event.toLowerCase()}`)} AFTER ${event} ON ${quoted(table)}
        REFERENCING ${transition} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`
    ]
  }
  return [
    ...mirror("INSERT", "NEW TABLE AS written", write),
    ...mirror("UPDATE", "NEW TABLE AS written", write),
    ...mirror("DELETE", "OLD TABLE AS removed", remove)
  ]
}
