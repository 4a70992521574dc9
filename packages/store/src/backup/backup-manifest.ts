import BetterSqlite3 from "better-sqlite3"
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqliteOptions } from "../database/sqlite.ts"
import { backupManifestTable } from "../migration/own-tables.ts"

const BackupManifest = Schema.Struct({
  format: Schema.Literal(1),
  /** Epoch milliseconds. */
  madeAt: Schema.Number,
  /** The version of Dragoman that made it. */
  program: Schema.String,
  /** The database that was backed up. */
  engine: Schema.Literals(["sqlite", "postgres"]),
  /** Under which the secrets are encrypted, so that a restored database needs it; null: they are in plain. */
  encryptionKeyId: Schema.NullOr(Schema.String),
  tables: Schema.Record(Schema.String, Schema.Struct({ rows: Schema.Number, sha256: Schema.String }))
})

/** What a backup says of itself, in its own file. */
export type BackupManifest = typeof BackupManifest.Type

const StoredManifest = Schema.fromJsonString(BackupManifest)

/** Writes it into the file of a backup that nothing else has open, and leaves the file without a log beside it. */
export const writeManifest = ({ filename, nativeBinding }: SqliteOptions, manifest: BackupManifest): void => {
  const database = new BetterSqlite3(filename, {
    ...(nativeBinding === undefined ? {} : { nativeBinding: nativeBinding as unknown as string })
  })
  try {
    // A reader of a file with a log has to write beside it, which a folder of backups may not allow.
    database.pragma("journal_mode = DELETE")
    database.pragma("synchronous = FULL")
    database.exec(`CREATE TABLE ${backupManifestTable} (manifest TEXT NOT NULL) STRICT`)
    database
      .prepare(`INSERT INTO ${backupManifestTable} (manifest) VALUES (?)`)
      .run(Schema.encodeSync(StoredManifest)(manifest))
  } finally {
    database.close()
  }
}

/** None: a file without one, such as the copy before a migration. */
export const readManifest = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`SELECT 1 AS found FROM sqlite_schema WHERE name = ${backupManifestTable}`
  if (found.length === 0) return Option.none<BackupManifest>()
  const [row] = yield* sql.unsafe<{ manifest: string }>(`SELECT manifest FROM ${backupManifestTable}`)
  return Schema.decodeOption(StoredManifest)(row?.manifest ?? "")
}).pipe(Effect.orDie)
