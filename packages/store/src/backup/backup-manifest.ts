import { createHmac, timingSafeEqual } from "node:crypto"
import BetterSqlite3 from "better-sqlite3"
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqliteOptions } from "../database/sqlite.ts"
import type { EncryptionKey } from "../encryption/encrypted-value.ts"
import { EncryptionKeys } from "../encryption/secret-columns.ts"
import { backupManifestTable } from "../migration/own-tables.ts"

const BackupManifest = Schema.Struct({
  format: Schema.Literal(1),
  /** Epoch milliseconds. */
  madeAt: Schema.Number,
  /** The version of Dragoman that made it. */
  program: Schema.String,
  /** The database that was backed up. */
  engine: Schema.Literals(["sqlite", "postgres"]),
  /** Id of the key that encrypts the secrets, which a restored database needs; null: they are in plain. */
  encryptionKeyId: Schema.NullOr(Schema.String),
  tables: Schema.Record(Schema.String, Schema.Struct({ rows: Schema.Number, sha256: Schema.String })),
  /** SHA-256 of the log of migrations, whose statements lead back to older schemas; absent: earlier versions did not store it. */
  migrationsSha256: Schema.optionalKey(Schema.String)
})

/** The description of a backup, in its own file. */
export type BackupManifest = typeof BackupManifest.Type

const StoredManifest = Schema.fromJsonString(BackupManifest)

/**
 * Writes it into the file of a backup that nothing else has open, and leaves the file without a log beside it. `key`: authenticates
 * it; null: the program has none.
 */
export const writeManifest = (
  { filename, nativeBinding }: SqliteOptions,
  manifest: BackupManifest,
  key: EncryptionKey | null
): void => {
  const text = Schema.encodeSync(StoredManifest)(manifest)
  const database = new BetterSqlite3(filename, {
    ...(nativeBinding === undefined ? {} : { nativeBinding: nativeBinding as unknown as string })
  })
  try {
    // A reader of a file with a log has to write beside it, which a folder of backups may not allow.
    database.pragma("journal_mode = DELETE")
    database.pragma("synchronous = FULL")
    database.exec(`CREATE TABLE ${backupManifestTable} (manifest TEXT NOT NULL, mac TEXT) STRICT`)
    database
      .prepare(`INSERT INTO ${backupManifestTable} (manifest, mac) VALUES (?, ?)`)
      .run(text, key === null ? null : `${key.id}:${macOf(key, text)}`)
  } finally {
    database.close()
  }
}

/** The key itself encrypts values; manifests get one of their own. */
const macOf = ({ bytes }: EncryptionKey, text: string): string => {
  const key = createHmac("sha256", bytes).update("manifests of backups", "utf8").digest()
  return createHmac("sha256", key).update(text, "utf8").digest("hex")
}

/** The keys of the program and the manifest do not go together. */
export type ManifestProblem =
  | { readonly kind: "none" }
  /** `keyId`: of the key that the program lacks. */
  | { readonly kind: "otherKey"; readonly keyId: string }
  | { readonly kind: "wrong" }

interface ReadManifest {
  readonly manifest: BackupManifest
  /** null: a key of the program authenticates it, or the program has no key to ask. */
  readonly problem: ManifestProblem | null
}

/** None: a file without one, such as the copy before a migration. */
export const readManifest = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const keys = yield* EncryptionKeys
  const columns = yield* sql<{ name: string }>`SELECT name FROM pragma_table_info(${backupManifestTable})`
  if (columns.length === 0) return Option.none<ReadManifest>()
  // Backups of earlier versions have no code.
  const mac = columns.some(({ name }) => name === "mac") ? "mac" : "NULL AS mac"
  const [row] = yield* sql.unsafe<{ manifest: string; mac: string | null }>(
    `SELECT manifest, ${mac} FROM ${backupManifestTable}`
  )
  const text = row?.manifest ?? ""
  const problem = keys.length === 0 ? null : problemOf(keys, text, row?.mac ?? null)
  return Option.map(Schema.decodeOption(StoredManifest)(text), (manifest): ReadManifest => ({ manifest, problem }))
}).pipe(Effect.orDie)

const problemOf = (keys: ReadonlyArray<EncryptionKey>, text: string, mac: string | null): ManifestProblem | null => {
  if (mac === null) return { kind: "none" }
  const [keyId = "", given = ""] = mac.split(":", 2)
  const key = keys.find(({ id }) => id === keyId)
  if (key === undefined) return { kind: "otherKey", keyId }
  const [expected, found] = [Buffer.from(macOf(key, text)), Buffer.from(given)]
  return expected.length === found.length && timingSafeEqual(expected, found) ? null : { kind: "wrong" }
}
