import { Data, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { applyMigrations } from "../migration/migrate.ts"
import { lockSchema } from "../migration/migration-locks.ts"
import { createMigrationLog, currentVersion } from "../migration/migration-log.ts"
import { migrations } from "../migration/migrations.ts"
import { requirePlainContent } from "../migration/undo-migrations.ts"

/**
 * A copy of the tables inside of a PostgreSQL database, in a schema of its own: rows without indexes, constraints and
 * triggers. What a migration of this program makes need not be copied (ADR 50).
 */
export interface SchemaCopy {
  /** The schema with its tables. */
  readonly name: string
  readonly reason: SchemaCopyReason
  /** Version of the migrations. */
  readonly schemaVersion: number
  /** Epoch milliseconds. */
  readonly madeAt: number
  readonly bytes: number
}

/** Made before a change of the schema; or what a rollback has put aside. */
export type SchemaCopyReason = "beforeChange" | "putAside"

export class SchemaCopyUnknown extends Data.TaggedError("SchemaCopyUnknown")<{ readonly name: string }> {}

/** This program does not have the migrations of the copy. */
export class SchemaCopyTooNew extends Data.TaggedError("SchemaCopyTooNew")<{
  readonly name: string
  readonly schemaVersion: number
}> {}

/** The comment on the schema of a copy; its first field says that it is one. */
interface CopyMark {
  readonly dragomanCopyOf: string
  readonly reason: SchemaCopyReason
  readonly schemaVersion: number
  readonly madeAt: number
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Tables of the schema that hold something worth keeping; those of extensions and unlogged ones do not. Partitions are listed too. */
const listTables = Effect.fnUntraced(function* (schema: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ name: string; isLogged: boolean; isPartition: boolean }>`
    SELECT c.relname AS name, c.relpersistence = 'p' AS is_logged, c.relispartition AS is_partition FROM pg_class c
    WHERE c.relnamespace = CAST(CAST(${schema} AS TEXT) AS regnamespace) AND c.relkind IN ('r', 'p')
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.relname`
})

const currentSchema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ name: string }>`SELECT current_schema() AS name`
  return row?.name ?? "public"
})

const createSchema = Effect.fnUntraced(function* (mark: CopyMark) {
  const sql = yield* SqlClient.SqlClient
  const moment = new Date(mark.madeAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "_")
  const prefix = mark.reason === "beforeChange" ? "dragoman_schema" : "dragoman_put_aside"
  const first = `${prefix}_${mark.schemaVersion}_${moment}`
  const taken = yield* sql<{ name: string }>`SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE ${`${first}%`}`
  const name = taken.length === 0 ? first : `${first}_${taken.length + 1}`
  yield* sql.unsafe(`CREATE SCHEMA ${quoted(name)}`)
  yield* sql.unsafe(`COMMENT ON SCHEMA ${quoted(name)} IS ${literal(JSON.stringify(mark))}`)
  return name
})

/** All copies of the schema that the program works in, oldest first; none on SQLite. */
export const listSchemaCopies = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const schema = yield* currentSchema
  const rows = yield* sql<{ name: string; mark: string; bytes: number }>`
    SELECT n.nspname AS name, obj_description(n.oid, 'pg_namespace') AS mark,
      CAST(COALESCE((SELECT SUM(pg_total_relation_size(c.oid)) FROM pg_class c
        WHERE c.relnamespace = n.oid AND c.relkind = 'r'), 0) AS BIGINT) AS bytes
    FROM pg_namespace n WHERE obj_description(n.oid, 'pg_namespace') LIKE '{"dragomanCopyOf":%'`
  return rows
    .map(({ name, mark, bytes }) => ({ name, bytes, ...(JSON.parse(mark) as CopyMark) }))
    .filter(({ dragomanCopyOf }) => dragomanCopyOf === schema)
    .map(({ dragomanCopyOf: _, ...copy }): SchemaCopy => copy)
    .toSorted((one, other) => one.madeAt - other.madeAt)
})

/** Copies all tables as of one moment, while servers read and write. Returns the name of the copy. */
export const makeSchemaCopy = Effect.fnUntraced(function* (schemaVersion: number, now: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`
      yield* sql`SET LOCAL statement_timeout = 0`
      const schema = yield* currentSchema
      const name = yield* createSchema({ dragomanCopyOf: schema, reason: "beforeChange", schemaVersion, madeAt: now })
      for (const table of yield* listTables(schema)) {
        if (!table.isLogged || table.isPartition) continue
        const from = `${quoted(schema)}.${quoted(table.name)}`
        yield* sql.unsafe(`CREATE TABLE ${quoted(name)}.${quoted(table.name)} AS TABLE ${from}`)
      }
      return name
    })
  )
})

/** Deletes a copy for good. */
export const dropSchemaCopy = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  yield* findCopy(name)
  yield* sql.withTransaction(sql.unsafe(`DROP SCHEMA ${quoted(name)} CASCADE`))
})

const findCopy = Effect.fnUntraced(function* (name: string) {
  const copy = (yield* listSchemaCopies).find((one) => one.name === name)
  return copy === undefined ? yield* new SchemaCopyUnknown({ name }) : copy
})

/**
 * The database is as it was when the copy was made, all in one transaction; no server may run. The tables of now are put aside as
 * a copy, whose name is returned; the one that was put back is gone. Ids that were given since are not given again.
 */
export const putBackSchemaCopy = Effect.fnUntraced(function* (name: string, now: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* lockSchema
      yield* requirePlainContent
      const copy = yield* findCopy(name)
      const steps = migrations.filter(({ version }) => version <= copy.schemaVersion)
      if (steps.at(-1)?.version !== copy.schemaVersion) {
        return yield* new SchemaCopyTooNew({ name, schemaVersion: copy.schemaVersion })
      }
      const schema = yield* currentSchema
      const schemaVersion = yield* currentVersion
      const aside = yield* createSchema({ dragomanCopyOf: schema, reason: "putAside", schemaVersion, madeAt: now })
      yield* putAside(schema, aside)
      yield* createMigrationLog
      yield* applyMigrations(steps, now)
      yield* fillFrom(copy.name, schema)
      yield* continueIds(schema, aside)
      yield* sql.unsafe(`DROP SCHEMA ${quoted(copy.name)} CASCADE`)
      return { ...copy, putAside: aside }
    })
  )
})

/** Indexes, sequences and triggers go with their tables. Functions of migrations go too; `unicode_lower` is replaced by each program. */
const putAside = Effect.fnUntraced(function* (schema: string, aside: string) {
  const sql = yield* SqlClient.SqlClient
  for (const { name } of yield* listTables(schema)) {
    yield* sql.unsafe(`ALTER TABLE ${quoted(schema)}.${quoted(name)} SET SCHEMA ${quoted(aside)}`)
  }
  const functions = yield* sql<{ signature: string }>`
    SELECT CAST(CAST(p.oid AS regprocedure) AS TEXT) AS signature FROM pg_proc p
    WHERE p.pronamespace = CAST(CAST(${schema} AS TEXT) AS regnamespace) AND p.proname <> 'unicode_lower'
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`
  for (const { signature } of functions) yield* sql.unsafe(`ALTER FUNCTION ${signature} SET SCHEMA ${quoted(aside)}`)
})

/** Fills the empty tables from those of the copy, parents first. */
const fillFrom = Effect.fnUntraced(function* (copy: string, schema: string) {
  const sql = yield* SqlClient.SqlClient
  const references = yield* sql<{ child: string; parent: string }>`
    SELECT DISTINCT c.relname AS child, p.relname AS parent
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
    WHERE f.contype = 'f' AND c.relnamespace = CAST(CAST(${schema} AS TEXT) AS regnamespace) AND c.oid <> p.oid`
  const copied = (yield* listTables(copy)).map(({ name }) => name)
  const order = parentsFirst(copied, references)
  // Rows that migrations have made: the copy has them too.
  for (const table of order.toReversed()) yield* sql.unsafe(`DELETE FROM ${quoted(schema)}.${quoted(table)}`)
  for (const table of order) {
    const columns = yield* sql<{ name: string }>`
      SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = ${copy} AND table_name = ${table} ORDER BY ordinal_position`
    const list = columns.map((column) => quoted(column.name)).join(", ")
    yield* sql.unsafe(
      `INSERT INTO ${quoted(schema)}.${quoted(table)} (${list}) SELECT ${list} FROM ${quoted(copy)}.${quoted(table)}`
    )
  }
})

/** Each table behind those that it refers to. */
export const parentsFirst = (
  tables: ReadonlyArray<string>,
  references: ReadonlyArray<{ readonly child: string; readonly parent: string }>
): ReadonlyArray<string> => {
  const ordered: Array<string> = []
  const seen = new Set<string>()
  const visit = (table: string): void => {
    if (seen.has(table)) return
    seen.add(table)
    for (const { child, parent } of references) if (child === table && tables.includes(parent)) visit(parent)
    ordered.push(table)
  }
  for (const table of tables) visit(table)
  return ordered
}

const continueIds = Effect.fnUntraced(function* (schema: string, aside: string) {
  const sql = yield* SqlClient.SqlClient
  const sequences = yield* sql<{ table: string; column: string; sequence: string; before: string | null }>`
    SELECT c.relname AS "table", a.attname AS "column",
      pg_get_serial_sequence(CAST(c.oid AS regclass)::TEXT, a.attname) AS sequence,
      (SELECT pg_get_serial_sequence(CAST(o.oid AS regclass)::TEXT, b.attname)
        FROM pg_class o JOIN pg_attribute b ON b.attrelid = o.oid AND b.attname = a.attname AND b.attidentity <> ''
        WHERE o.relnamespace = CAST(CAST(${aside} AS TEXT) AS regnamespace) AND o.relname = c.relname) AS before
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> ''
    WHERE c.relnamespace = CAST(CAST(${schema} AS TEXT) AS regnamespace) AND c.relkind = 'r'`
  for (const { table, column, sequence, before } of sequences) {
    const newest = `SELECT COALESCE(MAX(${quoted(column)}), 0) FROM ${quoted(schema)}.${quoted(table)}`
    const given = before === null ? "0" : `(SELECT last_value FROM ${before})`
    yield* sql.unsafe(`SELECT setval(${literal(sequence)}, GREATEST((${newest}), ${given}, 1))`)
  }
})
