import { Data, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type ColumnTypes, type Migration, postgresTypes, sqliteTypes } from "./migration.ts"

/** The database was written by a newer program. Run that version, undo its migrations, or roll back. */
export class DatabaseTooNew extends Data.TaggedError("DatabaseTooNew")<{
  readonly databaseVersion: number
  readonly programVersion: number
}> {}

/** A migration that the database has, as its own log says. */
export interface AppliedMigration {
  readonly version: number
  readonly name: string
  /** Epoch milliseconds. */
  readonly appliedAt: number
  /** Statements for the engine of the database; null: none are stored. */
  readonly undo: ReadonlyArray<string> | null
  readonly loses: string | null
  /** The newest schema version of the oldest program that works with this schema. */
  readonly oldestProgram: number
}

export const isPostgres = Effect.map(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ pg: () => true, orElse: () => false })
)

export const columnTypes: Effect.Effect<ColumnTypes, never, SqlClient.SqlClient> = Effect.map(isPostgres, (postgres) =>
  postgres ? postgresTypes : sqliteTypes
)

/** The columns of `schema_migration`; none: there is no schema yet. */
const logColumns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = 'schema_migration'`,
    orElse: () => sql<{ name: string }>`SELECT name FROM pragma_table_info('schema_migration')`
  })
  return new Set(rows.map(({ name }) => name))
})

/** The version of the schema that the database has; 0: no schema yet. */
export const currentVersion = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if ((yield* logColumns).size === 0) return 0
  const [row] = yield* sql<{ version: number }>`SELECT COALESCE(MAX(version), 0) AS version FROM schema_migration`
  return row?.version ?? 0
}).pipe(Effect.orDie)

/** Lists migrations in the order in which they were applied. */
export const readAppliedMigrations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* logColumns
  if (columns.size === 0) return []
  const ways = columns.has("undo")
    ? sql.literal("undo, loses, oldest_program")
    : sql.literal("NULL AS undo, NULL AS loses, NULL AS oldest_program")
  const rows = yield* sql<
    Omit<AppliedMigration, "undo" | "oldestProgram"> & { undo: string | null; oldestProgram: number | null }
  >`SELECT version, name, applied_at, ${ways} FROM schema_migration ORDER BY version`
  return rows.map(
    ({ version, name, appliedAt, undo, loses, oldestProgram }): AppliedMigration => ({
      version,
      name,
      appliedAt,
      undo: undo === null ? null : JSON.parse(undo),
      loses,
      oldestProgram: oldestProgram ?? version
    })
  )
}).pipe(Effect.orDie)

/** Says whether a program of the version works with a database that has these migrations too. */
export const worksWith = (applied: ReadonlyArray<AppliedMigration>, programVersion: number): boolean =>
  applied.every(({ version, oldestProgram }) => version <= programVersion || oldestProgram <= programVersion)

/** The version of the database. Fails when it is newer than the program, and the program does not work with it. */
export const checkVersion = Effect.fnUntraced(function* (programVersion: number) {
  const databaseVersion = yield* currentVersion
  if (databaseVersion > programVersion && !worksWith(yield* readAppliedMigrations, programVersion)) {
    return yield* new DatabaseTooNew({ databaseVersion, programVersion })
  }
  return databaseVersion
})

export const createMigrationLog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(migrationLogStatement(yield* columnTypes))
})

export const migrationLogStatement = ({ integer, text, strict }: ColumnTypes): string =>
  `CREATE TABLE IF NOT EXISTS schema_migration (version ${integer} PRIMARY KEY, name ${text} NOT NULL, applied_at ${integer} NOT NULL) ${strict}`

/** Writes into the log how each migration is undone, unless it is there: another program may have to know (ADR 50). */
export const storeWaysBack = Effect.fnUntraced(function* (steps: ReadonlyArray<Migration>) {
  const sql = yield* SqlClient.SqlClient
  if (!(yield* logColumns).has("undo")) return
  const types = yield* columnTypes
  for (const { version, undo, oldestProgram = version } of steps) {
    const way = {
      undo: undo === null ? null : JSON.stringify(undo.statements(types)),
      loses: undo?.loses ?? null,
      oldest_program: oldestProgram
    }
    yield* sql`UPDATE schema_migration SET ${sql.update(way)} WHERE version = ${version} AND oldest_program IS NULL`
  }
})
