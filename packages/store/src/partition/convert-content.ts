import { Clock, Data, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import {
  type ContentForm,
  conversionSchema,
  dropConversion,
  readContentForm,
  readConversion
} from "../database/content-form.ts"
import { retryLocked } from "../database/retry-locked.ts"
import { lockSchema } from "../migration/migration-locks.ts"
import { currentVersion } from "../migration/migration-log.ts"
import { schemaVersion } from "../migration/migrations.ts"
import { partitionedTables } from "../table/content-tables.ts"
import {
  type ContentDefinition,
  createStatements,
  foreignKeyClause,
  identityIn,
  listOf,
  mirrorStatements,
  partitionNames,
  readContentDefinition
} from "./content-definition.ts"

/** The database cannot be converted: SQLite, or a schema of another program. */
export class ConversionUnfit extends Data.TaggedError("ConversionUnfit")<{ readonly reason: "engine" | "version" }> {}

/** A migration has ended the conversion, or another command has. Run it again. */
export class ConversionEnded extends Data.TaggedError("ConversionEnded")<object> {}

/** A transaction that began before all rows were copied is still open. Run the command again: it continues. */
export class OldTransactionOpen extends Data.TaggedError("OldTransactionOpen")<object> {}

/** Rows that one transaction copies: writers of these rows wait for some tens of milliseconds. */
const rowsPerTransaction = 2_000

/**
 * Longest wait of a batch for a row: shorter than the second after which PostgreSQL looks for deadlocks, so that the batch gives way and
 * not a server. Changes of the schema wait as long as migrations do, because busy servers always have a transaction open.
 */
const rowWait = "500ms"

const contentTables = partitionedTables.map(({ name }) => name)

export interface ConversionReport {
  readonly form: ContentForm
  /** False: the tables had the form already. */
  readonly isChanged: boolean
  /** An unfinished conversion to the other form was ended. */
  readonly isCancelled: boolean
  readonly copiedRows: number
}

/**
 * Gives the tables of keys and translations the other form while servers read and write: their copies are kept in step by triggers,
 * filled in batches and put in their place in one short transaction (ADR 147). Safe to interrupt and to repeat, which continues.
 */
export const convertContent = Effect.fnUntraced(
  function* (form: ContentForm, onProgress: (table: string, copiedRows: number) => void = () => {}) {
    const sql = yield* SqlClient.SqlClient
    if (!sql.onDialectOrElse({ pg: () => true, orElse: () => false })) {
      return yield* new ConversionUnfit({ reason: "engine" })
    }
    if ((yield* currentVersion) !== schemaVersion) return yield* new ConversionUnfit({ reason: "version" })
    const unfinished = yield* readConversion
    const report: ConversionReport = { form, isChanged: false, isCancelled: false, copiedRows: 0 }
    if ((yield* readContentForm) === form) {
      if (unfinished === null) return report
      yield* changeSchema(dropConversion)
      return { ...report, isCancelled: true }
    }
    if (unfinished === null) yield* changeSchema(begin(form))
    let copiedRows = 0
    for (const table of contentTables) {
      yield* changeSchema(createTable(table, form))
      copiedRows += yield* fillTable(table, form, (rows) => onProgress(table, rows))
    }
    yield* fillProjects
    yield* addReferences(form)
    yield* waitForOldTransactions
    // The first statements on the new tables need the numbers to plan with.
    const schema = yield* conversionSchema
    for (const table of contentTables) yield* sql`ANALYZE ${sql(schema)}.${sql(table)}`
    yield* changeSchema(swap(form))
    return { ...report, isChanged: true, copiedRows }
  },
  Effect.catchTag("SqlError", Effect.die)
)

/** Runs a short transaction that changes the schema, again as long as it meets locks of servers. */
const changeSchema = Effect.fnUntraced(function* <E>(change: Effect.Effect<unknown, E, SqlClient.SqlClient>) {
  const sql = yield* SqlClient.SqlClient
  const transaction = Effect.gen(function* () {
    yield* lockSchema
    if ((yield* currentVersion) !== schemaVersion) return yield* new ConversionEnded()
    yield* change
  })
  yield* retryLocked(sql.withTransaction(transaction))
})

/** The progress lies in the schema of the conversion, and ends with it. */
const begin = Effect.fnUntraced(function* (form: ContentForm) {
  const sql = yield* SqlClient.SqlClient
  const schema = yield* conversionSchema
  yield* sql`CREATE SCHEMA IF NOT EXISTS ${sql(schema)}`
  yield* sql`COMMENT ON SCHEMA ${sql(schema)} IS ${sql.literal(`'${form}'`)}`
  yield* sql`
    CREATE TABLE IF NOT EXISTS ${sql(schema)}.progress (table_name TEXT PRIMARY KEY, last_id BIGINT NOT NULL, fence BIGINT)`
})

/** Makes the table of the conversion, unless it is there, and has writers of the other one write it too. */
const createTable = Effect.fnUntraced(function* (table: string, form: ContentForm) {
  const sql = yield* SqlClient.SqlClient
  const schema = yield* conversionSchema
  yield* requireConversion
  const begun = yield* sql`SELECT 1 FROM ${sql(schema)}.progress WHERE table_name = ${table}`
  if (begun.length > 0) return
  const definition = yield* readContentDefinition(table, schema)
  const statements = [...createStatements(definition, form, schema), ...mirrorStatements(definition, form, schema)]
  for (const statement of statements) yield* sql.unsafe(statement)
  yield* sql`INSERT INTO ${sql(schema)}.progress ${sql.insert({ table_name: table, last_id: 0 })}`
})

/** Fails when the schema of the conversion is gone. */
const requireConversion = Effect.gen(function* () {
  if ((yield* readConversion) === null) return yield* new ConversionEnded()
})

/**
 * Copies the rows that were there before the triggers, in the order of their ids; returns their number. Each batch locks its rows, so
 * that a change of one is either copied with it, or written by the trigger behind it.
 */
const fillTable = Effect.fnUntraced(function* (table: string, form: ContentForm, onProgress: (rows: number) => void) {
  const sql = yield* SqlClient.SqlClient
  const schema = yield* conversionSchema
  const { columns } = yield* readContentDefinition(table, schema)
  const list = sql.literal(listOf(columns))
  const batch = Effect.gen(function* () {
    yield* requireConversion
    yield* sql`SET LOCAL lock_timeout = ${sql.literal(`'${rowWait}'`)}`
    const [copied] = yield* sql<{ last: number | null; rows: number }>`
      WITH done AS MATERIALIZED (
        SELECT last_id FROM ${sql(schema)}.progress WHERE table_name = ${table} FOR UPDATE
      ), batch AS MATERIALIZED (
        SELECT ${list} FROM ${sql(table)} WHERE id > (SELECT last_id FROM done)
        ORDER BY id LIMIT ${rowsPerTransaction} FOR SHARE
      ), written AS (
        INSERT INTO ${sql(schema)}.${sql(table)} (${list}) SELECT ${list} FROM batch
        ON CONFLICT (${sql.literal(identityIn(form))}) DO NOTHING
      )
      SELECT MAX(id) AS last, COUNT(*) AS rows FROM batch`
    const last = copied?.last ?? null
    if (last === null) {
      // Transactions that began before this one may not see all rows of the copy.
      yield* sql`
        UPDATE ${sql(schema)}.progress SET fence = CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)
        WHERE table_name = ${table} AND fence IS NULL`
    } else yield* sql`UPDATE ${sql(schema)}.progress SET last_id = ${last} WHERE table_name = ${table}`
    return copied?.rows ?? 0
  })
  let total = 0
  for (;;) {
    const rows = yield* retryLocked(sql.withTransaction(batch))
    if (rows === 0) return total
    total += rows
    onProgress(total)
  }
})

/** Fills the project into rows about keys that servers of before wrote without it. */
const fillProjects = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const fill = (table: string) => sql`
    UPDATE ${sql(table)} SET project_id = k.project_id
    FROM translation_key k WHERE k.id = ${sql(table)}.key_id AND ${sql(table)}.key_id IN (
      SELECT key_id FROM ${sql(table)} WHERE project_id IS NULL LIMIT ${rowsPerTransaction} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`
  for (const table of ["memory_key", "memory_pending"]) {
    while ((yield* retryLocked(sql.withTransaction(fill(table)))).length > 0) {}
  }
})

/** References of other tables hold on both copies until the swap. They are checked without a lock that writers would meet. */
const addReferences = Effect.fnUntraced(function* (form: ContentForm) {
  const sql = yield* SqlClient.SqlClient
  const schema = yield* conversionSchema
  for (const table of contentTables) {
    const { referredBy } = yield* readContentDefinition(table, schema)
    for (const key of referredBy) {
      const name = nextName(key.name)
      const child = sql(key.table)
      yield* changeSchema(
        Effect.gen(function* () {
          yield* requireConversion
          const added = yield* sql`
            SELECT 1 FROM pg_constraint WHERE conname = ${name} AND conrelid = CAST(${key.table} AS regclass)`
          if (added.length > 0) return
          yield* sql`ALTER TABLE ${child} ADD ${sql.literal(foreignKeyClause(key, name, form, schema))} NOT VALID`
        })
      )
      yield* retryLocked(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SET LOCAL lock_timeout = ${sql.literal(`'${rowWait}'`)}`
            yield* sql`SET LOCAL statement_timeout = 0`
            yield* sql`ALTER TABLE ${child} VALIDATE CONSTRAINT ${sql(name)}`
          })
        )
      )
    }
  }
})

const nextName = (name: string): string => `${name.slice(0, 58)}_next`

const waitPause = Schedule.spaced("500 millis")
/** About ten minutes. */
const waitsMax = 1_200

/** A snapshot from before the last batch would miss rows in the new tables: waits until none is open. */
const waitForOldTransactions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const schema = yield* conversionSchema
  const countOlder = sql<{ count: number }>`
    SELECT COUNT(*) AS count FROM pg_stat_activity, (SELECT MAX(fence) AS fence FROM ${sql(schema)}.progress) f
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND age(backend_xmin) >= age(CAST(CAST(f.fence % 4294967296 AS TEXT) AS xid))`
  const left = yield* Effect.repeat(
    Effect.map(countOlder, ([row]) => row?.count ?? 0),
    { until: (count) => count === 0, schedule: waitPause, times: waitsMax }
    // In real time, whatever the clock of a test says.
  ).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))
  if (left > 0) return yield* new OldTransactionOpen()
})

/** Puts the tables of the conversion in the place of the others. Statements of servers wait meanwhile, and then find the new ones. */
const swap = Effect.fnUntraced(function* (form: ContentForm) {
  const sql = yield* SqlClient.SqlClient
  const schema = yield* conversionSchema
  yield* requireConversion
  const [place] = yield* sql<{ name: string }>`SELECT current_schema() AS name`
  const own = sql(place?.name ?? "public")
  for (const table of contentTables) yield* sql`LOCK TABLE ${sql(table)} IN ACCESS EXCLUSIVE MODE`
  const definitions: Array<ContentDefinition> = []
  for (const table of contentTables) definitions.push(yield* readContentDefinition(table, schema))
  for (const { table, referredBy } of definitions) {
    for (const key of referredBy) {
      const child = sql(key.table)
      yield* sql`ALTER TABLE ${child} DROP CONSTRAINT ${sql(key.name)}`
      yield* sql`ALTER TABLE ${child} RENAME CONSTRAINT ${sql(nextName(key.name))} TO ${sql(key.name)}`
    }
    // No id is given twice, also when the newest rows are gone.
    const copy = `"${schema}"."${table}"`
    yield* sql`
      SELECT setval(pg_get_serial_sequence(${copy}, 'id'),
        GREATEST(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')), 1),
        pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')) IS NOT NULL)`
  }
  for (const table of contentTables.toReversed()) yield* sql`DROP TABLE ${sql(table)}`
  for (const { table, triggers } of definitions) {
    const parts = form === "partitioned" ? partitionNames(table) : []
    for (const name of [table, ...parts]) yield* sql`ALTER TABLE ${sql(schema)}.${sql(name)} SET SCHEMA ${own}`
    for (const trigger of triggers) yield* sql.unsafe(trigger)
  }
  yield* dropConversion
})
