import { createHash } from "node:crypto"
import { Data, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { migrate } from "../migration/migrate.ts"
import { postgresTypes, sqliteTypes } from "../migration/migration.ts"
import { currentVersion, storeWaysBack } from "../migration/migration-log.ts"
import { migrations } from "../migration/migrations.ts"
import { unfinishedCopyTable } from "../migration/own-tables.ts"
import { quoted, readTables } from "./copied-tables.ts"

/** The target has tables, and is not the unfinished copy of this source. */
export class CopyTargetTaken extends Data.TaggedError("CopyTargetTaken")<{
  readonly reason: "database" | "otherTables" | "copyOfAnother"
  /** One of its tables. */
  readonly table: string
}> {}

/** The source has no database of Dragoman, one that is newer than the program, or one that is no whole copy itself. */
export class CopySourceUnfit extends Data.TaggedError("CopySourceUnfit")<{
  readonly reason: "empty" | "newer" | "unfinished"
  readonly version: number
}> {}

/** The source of a copy. */
export interface CopySource {
  readonly version: number
  /** Tells databases from each other, wherever they lie. */
  readonly fingerprint: string
}

interface MigrationRow {
  readonly version: number
  readonly name: string
  readonly appliedAt: number
}

/** The log of the migrations of a database. */
export const readMigrations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<MigrationRow>`SELECT version, name, applied_at FROM schema_migration ORDER BY version`
}).pipe(Effect.orDie)

/** Users that the fingerprint looks at. */
const usersInFingerprint = 20

export const readSource = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const version = yield* currentVersion
  if (yield* hasUnfinishedCopy) return yield* new CopySourceUnfit({ reason: "unfinished", version })
  if (version === 0) return yield* new CopySourceUnfit({ reason: "empty", version })
  if (version > (migrations.at(-1)?.version ?? 0)) return yield* new CopySourceUnfit({ reason: "newer", version })
  const users = yield* Effect.orDie(
    sql`SELECT id, created_at FROM user_account ORDER BY id LIMIT ${usersInFingerprint}`
  )
  const text = JSON.stringify([yield* readMigrations, users])
  const source: CopySource = { version, fingerprint: createHash("sha256").update(text).digest("hex") }
  return source
})

const listTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    pg: () =>
      sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`,
    orElse: () =>
      sql<{ name: string }>`
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`
  })
  return rows.map(({ name }) => name)
}).pipe(Effect.orDie)

/** Says whether a copy into the database has begun and is not complete. */
const hasUnfinishedCopy = Effect.map(listTables, (names) => names.includes(unfinishedCopyTable))

/**
 * Makes an empty database the target of a copy: with the tables of the source's version, without rows, and with the mark
 * that keeps programs from using it. Does nothing when it is such a target already; true then.
 */
export const prepareTarget = Effect.fnUntraced(function* (source: CopySource, now: number) {
  const sql = yield* SqlClient.SqlClient
  const names = yield* listTables
  const [table] = names
  if (table !== undefined) {
    if (!names.includes(unfinishedCopyTable)) {
      const reason = names.includes("schema_migration") ? "database" : "otherTables"
      return yield* new CopyTargetTaken({ reason, table })
    }
    const [mark] = yield* Effect.orDie(sql.unsafe<{ source: string }>(`SELECT source FROM ${unfinishedCopyTable}`))
    if (mark?.source !== source.fingerprint) return yield* new CopyTargetTaken({ reason: "copyOfAnother", table })
    return true
  }
  const types = sql.onDialectOrElse({ pg: () => postgresTypes, orElse: () => sqliteTypes })
  const steps = migrations.filter(({ version }) => version <= source.version)
  const create = Effect.gen(function* () {
    yield* migrate({ now, beforeFirst: () => Effect.void, steps })
    // Migrations write rows too, which the source has as well; until the end no program finds a version here.
    for (const { name } of (yield* readTables).toReversed()) yield* sql.unsafe(`DELETE FROM ${quoted(name)}`)
    yield* sql`DELETE FROM schema_migration`
    yield* sql.unsafe(
      `CREATE TABLE ${unfinishedCopyTable} (source ${types.text} NOT NULL, started_at ${types.integer} NOT NULL) ${types.strict}`
    )
    yield* sql`INSERT INTO ${sql(unfinishedCopyTable)} ${sql.insert({ source: source.fingerprint, started_at: now })}`
  })
  yield* sql.withTransaction(create).pipe(Effect.catchTag("SqlError", Effect.die))
  return false
})

/** Takes the mark away, and says of which version the database is. Belongs into the transaction that finishes the copy. */
export const markComplete = Effect.fnUntraced(function* (applied: ReadonlyArray<MigrationRow>) {
  const sql = yield* SqlClient.SqlClient
  for (const { version, name, appliedAt } of applied) {
    yield* sql`INSERT INTO schema_migration ${sql.insert({ version, name, applied_at: appliedAt })}`
  }
  const newest = applied.at(-1)?.version ?? 0
  yield* storeWaysBack(migrations.filter(({ version }) => version <= newest))
  yield* sql.unsafe(`DROP TABLE ${unfinishedCopyTable}`)
}, Effect.orDie)
