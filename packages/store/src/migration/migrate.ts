import { Data, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { initial } from "./0001-initial.ts"
import { content } from "./0002-content.ts"
import { webhook } from "./0003-webhook.ts"
import { delivery } from "./0004-delivery.ts"
import { image } from "./0005-image.ts"
import { comment } from "./0006-comment.ts"
import { batchJob } from "./0007-batch-job.ts"
import { text } from "./0008-text.ts"
import { webhookAuthor } from "./0009-webhook-author.ts"
import { deliveryHeaders } from "./0010-delivery-headers.ts"
import { failingTime } from "./0011-failing-time.ts"
import { lastAttempt } from "./0012-last-attempt.ts"
import { consoleSession } from "./0013-console-session.ts"
import { importPlan } from "./0014-import-plan.ts"
import { keyPosition } from "./0015-key-position.ts"
import { auditAndMail } from "./0016-audit-and-mail.ts"
import { accountMail } from "./0017-account-mail.ts"
import { secondFactor } from "./0019-second-factor.ts"
import { signIn } from "./0020-sign-in.ts"
import { notification } from "./0021-notification.ts"
import { guessing } from "./0022-guessing.ts"
import { createUnicodeLower, type Migration, postgresTypes, sqliteTypes } from "./migration.ts"

/** In the order in which they run. */
export const migrations: ReadonlyArray<Migration> = [
  initial,
  content,
  webhook,
  delivery,
  image,
  comment,
  batchJob,
  text,
  webhookAuthor,
  deliveryHeaders,
  failingTime,
  lastAttempt,
  consoleSession,
  importPlan,
  keyPosition,
  auditAndMail,
  accountMail,
  secondFactor,
  signIn,
  notification,
  guessing
]

/** The newest schema version that this program knows. */
export const schemaVersion = migrations.at(-1)?.version ?? 0

/** The database was written by a newer program. Run that version, or restore the copy made before its migration. */
export class DatabaseTooNew extends Data.TaggedError("DatabaseTooNew")<{
  readonly databaseVersion: number
  readonly programVersion: number
}> {}

/** The database keeps texts in an encoding that has not every character. */
export class DatabaseEncodingUnfit extends Data.TaggedError("DatabaseEncodingUnfit")<{ readonly encoding: string }> {}

/** The database holds tables of another program, such as Tolgee's. Dragoman needs a database of its own. */
export class DatabaseOfAnotherProgram extends Data.TaggedError("DatabaseOfAnotherProgram")<{
  /** null: one that Dragoman does not know. */
  readonly program: "Tolgee" | null
  /** A table that both programs have. */
  readonly table: string
}> {}

/** Any number; all servers that start at once on one PostgreSQL take this advisory lock in turn. */
const migrationLock = 7_236_423

/**
 * Brings the schema to the newest version, all in one transaction; returns the versions before and after.
 * `beforeFirst` runs outside the transaction, and only when an existing database is about to change: it makes the copy.
 * `steps`: by their version.
 */
export const migrate = Effect.fnUntraced(function* (options: {
  readonly now: number
  readonly beforeFirst: (databaseVersion: number) => Effect.Effect<void>
  readonly steps?: ReadonlyArray<Migration>
}) {
  const { now, beforeFirst, steps = migrations } = options
  const sql = yield* SqlClient.SqlClient
  const to = steps.at(-1)?.version ?? 0
  yield* checkEncoding
  const found = yield* checkVersion(to)
  if (found === to) return { from: found, to }
  if (found === 0) yield* checkIsFree
  if (found > 0) yield* beforeFirst(found)
  const from = yield* sql.withTransaction(apply(steps, now)).pipe(Effect.catchTag("SqlError", Effect.die))
  return { from, to }
})

const checkVersion = Effect.fnUntraced(function* (newest: number) {
  const databaseVersion = yield* currentVersion
  if (databaseVersion > newest) return yield* new DatabaseTooNew({ databaseVersion, programVersion: newest })
  return databaseVersion
})

/** SQLite keeps UTF-8 or UTF-16, both of which have every character. */
const checkEncoding = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql<{ encoding: string }>`SELECT getdatabaseencoding() AS encoding`.pipe(Effect.orDie),
    orElse: () => Effect.succeed([])
  })
  const [unfit] = rows.filter(({ encoding }) => encoding !== "UTF8")
  if (unfit !== undefined) return yield* new DatabaseEncodingUnfit({ encoding: unfit.encoding })
})

/** The version of the schema that the database has; 0: no schema yet. */
export const currentVersion = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql.onDialectOrElse({
    pg: () =>
      sql`SELECT 1 AS found FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'schema_migration'`,
    orElse: () => sql`SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'`
  })
  if (tables.length === 0) return 0
  const [row] = yield* sql<{ version: number }>`SELECT COALESCE(MAX(version), 0) AS version FROM schema_migration`
  return row?.version ?? 0
}).pipe(Effect.orDie)

/** Tables of the first schema. */
const ownTables = ["user_account", "organization", "project", "language", "permission"]

/** Liquibase, with which Tolgee migrates, keeps its log in the first one. */
const tolgeeTables = ["databasechangelog", "permission"]

/** A database without our schema must not have tables by the names of ours. */
const checkIsFree = Effect.gen(function* () {
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
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  if (isPostgres) {
    // However long the other server migrates, and a step takes.
    yield* sql`SET LOCAL lock_timeout = 0`
    yield* sql`SET LOCAL statement_timeout = 0`
    yield* sql`SELECT pg_advisory_xact_lock(${sql.literal(String(migrationLock))})`
    yield* createUnicodeLower
  }
  const types = isPostgres ? postgresTypes : sqliteTypes
  yield* sql.unsafe(
    `CREATE TABLE IF NOT EXISTS schema_migration (version ${types.integer} PRIMARY KEY, name ${types.text} NOT NULL, applied_at ${types.integer} NOT NULL) ${types.strict}`
  )
  const applied = yield* checkVersion(steps.at(-1)?.version ?? 0)
  for (const migration of steps.filter(({ version }) => version > applied)) {
    for (const statement of migration.statements(types)) yield* sql.unsafe(statement)
    yield* sql`INSERT INTO schema_migration ${sql.insert({ version: migration.version, name: migration.name, applied_at: now })}`
  }
  return applied
})
