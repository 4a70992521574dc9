import { isPostgresOutdated } from "@dragoman/domain/doctor"
import { Data, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dropConversion } from "../database/content-form.ts"
import { retryLocked } from "../database/retry-locked.ts"
import { createUnicodeLower, type Migration } from "./migration.ts"
import { holdUpgradeLock, lockSchema } from "./migration-locks.ts"
import { checkVersion, columnTypes, createMigrationLog, isPostgres, storeWaysBack } from "./migration-log.ts"
import { migrations } from "./migrations.ts"
import { unfinishedCopyTable } from "./own-tables.ts"

/** The database keeps texts in an encoding that has not every character. */
export class DatabaseEncodingUnfit extends Data.TaggedError("DatabaseEncodingUnfit")<{ readonly encoding: string }> {}

/** PostgreSQL is older than the program supports. `version`: as its makers write it. */
export class DatabaseEngineOutdated extends Data.TaggedError("DatabaseEngineOutdated")<{ readonly version: string }> {}

/** The database holds tables of another program, such as Tolgee's. Dragoman needs a database of its own. */
export class DatabaseOfAnotherProgram extends Data.TaggedError("DatabaseOfAnotherProgram")<{
  /** null: one that Dragoman does not know. */
  readonly program: "Tolgee" | null
  /** A table that both programs have. */
  readonly table: string
}> {}

/** A copy into the database has begun and is not complete: run it again. */
export class DatabaseUnfinished extends Data.TaggedError("DatabaseUnfinished")<object> {}

/**
 * Brings the schema to the newest version, all in one transaction; returns the versions before and after. A database that is
 * newer, and works with this program, stays as it is.
 * `beforeFirst` runs outside the transaction, and only when an existing database is about to change: it makes the copy.
 * `steps`: by their version.
 */
export const migrate = Effect.fnUntraced(function* <R = never>(options: {
  readonly now: number
  readonly beforeFirst: (databaseVersion: number) => Effect.Effect<void, never, R>
  readonly steps?: ReadonlyArray<Migration>
}) {
  const { now, beforeFirst, steps = migrations } = options
  const newest = steps.at(-1)?.version ?? 0
  yield* checkEngine
  const found = yield* checkVersion(newest)
  if (found >= newest) return { from: found, to: found }
  if (found === 0) {
    yield* checkIsFree
    return { from: yield* apply(steps, now), to: newest }
  }
  return yield* Effect.scoped(
    Effect.gen(function* () {
      yield* Effect.orDie(holdUpgradeLock)
      // Another server may have been faster.
      const from = yield* checkVersion(newest)
      if (from >= newest) return { from, to: from }
      yield* beforeFirst(from)
      return { from: yield* apply(steps, now), to: newest }
    })
  )
})

/** The program brings its own SQLite, which keeps UTF-8 or UTF-16: both have every character. */
const checkEngine = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    pg: () =>
      sql<{ encoding: string; version: string; versionNumber: number }>`
        SELECT getdatabaseencoding() AS encoding, current_setting('server_version') AS version,
          CAST(current_setting('server_version_num') AS INTEGER) AS version_number`.pipe(Effect.orDie),
    orElse: () => Effect.succeed([])
  })
  for (const { encoding, version, versionNumber } of rows) {
    if (isPostgresOutdated(versionNumber)) return yield* new DatabaseEngineOutdated({ version })
    if (encoding !== "UTF8") return yield* new DatabaseEncodingUnfit({ encoding })
  }
})

/** Tables of the first schema. */
const ownTables = ["user_account", "organization", "project", "language", "permission"]

/** Liquibase, with which Tolgee migrates, keeps its log in the first one. */
const tolgeeTables = ["databasechangelog", "permission"]

/** A database without our schema must not have tables by the names of ours. */
export const checkIsFree = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql
    .onDialectOrElse({
      pg: () =>
        sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = current_schema() ORDER BY table_name`,
      orElse: () => sql<{ name: string }>`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`
    })
    .pipe(Effect.orDie)
  const names = new Set(rows.map(({ name }) => name))
  if (names.has(unfinishedCopyTable)) return yield* new DatabaseUnfinished()
  const table = ownTables.find((name) => names.has(name))
  if (table === undefined) return
  const isTolgee = tolgeeTables.every((name) => names.has(name))
  // Another server may have made the schema since the version was read.
  if (names.has("schema_migration")) return
  return yield* new DatabaseOfAnotherProgram({ program: isTolgee ? "Tolgee" : null, table })
})

/** Returns the version before: another server may have been faster while this one waited for its turn. */
const apply = Effect.fnUntraced(function* (steps: ReadonlyArray<Migration>, now: number) {
  const sql = yield* SqlClient.SqlClient
  const transaction = Effect.gen(function* () {
    yield* lockSchema
    yield* createMigrationLog
    const applied = yield* checkVersion(steps.at(-1)?.version ?? 0)
    const missing = steps.filter(({ version }) => version > applied)
    // Its tables would not have what a migration adds.
    if (missing.length > 0 && (yield* isPostgres)) yield* dropConversion
    yield* applyMigrations(missing, now)
    yield* storeWaysBack(steps)
    return applied
  })
  return yield* retryLocked(sql.withTransaction(transaction)).pipe(Effect.catchTag("SqlError", Effect.die))
})

/** Runs the statements of the migrations and writes them into the log, in the open transaction. */
export const applyMigrations = Effect.fnUntraced(function* (steps: ReadonlyArray<Migration>, now: number) {
  const sql = yield* SqlClient.SqlClient
  if (yield* isPostgres) yield* createUnicodeLower
  const types = yield* columnTypes
  for (const { version, name, statements } of steps) {
    for (const statement of statements(types)) yield* sql.unsafe(statement)
    yield* sql`INSERT INTO schema_migration ${sql.insert({ version, name, applied_at: now })}`
  }
})
