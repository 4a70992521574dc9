import { createHash } from "node:crypto"
import { Data, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { readTables } from "../copy/copied-tables.ts"
import { inSnapshot } from "../copy/read-rows.ts"
import { digestTables } from "../copy/table-digest.ts"
import { layerSqlite } from "../database/sqlite.ts"
import { decodeEnvelope } from "../encryption/encrypted-value.ts"
import { EncryptionKeys, markPlace } from "../encryption/secret-columns.ts"
import { type BackupManifest, type ManifestProblem, readManifest } from "./backup-manifest.ts"
import { type CheckedDatabase, checkDatabaseFile } from "./check-database-file.ts"
import { findSchemaDifference } from "./check-schema.ts"

/** A file is no whole backup. `problem`: the end of a sentence that begins with the file. */
export class BackupDamaged extends Data.TaggedError("BackupDamaged")<{ readonly problem: string }> {}

export interface VerifiedBackup extends CheckedDatabase {
  /** null: the file has none, so its texts could be compared with nothing. */
  readonly manifest: BackupManifest | null
}

interface BackupFile {
  readonly file: string
  readonly nativeBinding?: object | undefined
}

/**
 * Reads a backup from end to end: its pages and indexes, its references, its schema, and each value by the digest of its table. With
 * an encryption key the digests must be authenticated by it.
 */
export const verifyBackup = Effect.fnUntraced(function* (backup: BackupFile) {
  const checked = yield* Effect.sync(() => checkDatabaseFile(backup.file))
  if ("problem" in checked) return yield* new BackupDamaged(checked)
  const difference = yield* Effect.sync(() => findSchemaDifference(backup.file, checked.schemaVersion))
  if (difference !== null) return yield* new BackupDamaged({ problem: difference })
  const { manifest, manifestProblem, tables, migrationsSha256 } = yield* readContents(backup)
  if (manifestProblem !== null) return yield* new BackupDamaged({ problem: explainManifest(manifestProblem) })
  if (manifest?.migrationsSha256 !== undefined && manifest.migrationsSha256 !== migrationsSha256) {
    const problem = "is damaged: the log of its migrations is another one than when the backup was made"
    return yield* new BackupDamaged({ problem })
  }
  const added = manifest === null ? undefined : Object.keys(tables).find((name) => manifest.tables[name] === undefined)
  if (added !== undefined) {
    return yield* new BackupDamaged({
      problem: `is damaged: the table ${added} was not there when the backup was made`
    })
  }
  for (const [name, { rows, sha256 }] of Object.entries(manifest?.tables ?? {})) {
    if (tables[name]?.sha256 === sha256) continue
    const found = tables[name]?.rows ?? 0
    const problem =
      found === rows
        ? `is damaged: the table ${name} has another content than when the backup was made`
        : `is damaged: the table ${name} has ${found} rows, and had ${rows} when the backup was made`
    return yield* new BackupDamaged({ problem })
  }
  const verified: VerifiedBackup = { ...checked, manifest }
  return verified
})

const explainManifest = (problem: ManifestProblem): string => {
  switch (problem.kind) {
    case "none":
      return "is not authenticated by an encryption key: either it was changed, or a server without a key or of an earlier version made it. If you know where it comes from, repeat the command without DRAGOMAN_ENCRYPTION_KEY"
    case "otherKey":
      return `is authenticated by the encryption key ${problem.keyId}: add that key to DRAGOMAN_ENCRYPTION_KEY`
    case "wrong":
      return "was changed since it was made: the encryption key does not authenticate it. Use another backup"
  }
}

/** Reads a database file from end to end, and returns its contents in numbers. */
export const readContents = ({ file, nativeBinding }: BackupFile) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = Option.getOrNull(yield* readManifest)
    const hasKeys = (yield* EncryptionKeys).length > 0
    const found = yield* readTables
    const tables = yield* inSnapshot(sql, digestTables(sql, found))
    const hasValues = found.some(({ name }) => name === markPlace.table)
    const encryptionKeyId = hasValues ? yield* readKeyId : null
    const log = yield* Effect.orDie(sql`SELECT * FROM schema_migration ORDER BY version`)
    return {
      manifest: read?.manifest ?? null,
      manifestProblem: read === null ? (hasKeys ? ({ kind: "none" } as const) : null) : read.problem,
      tables,
      migrationsSha256: createHash("sha256").update(JSON.stringify(log), "utf8").digest("hex"),
      encryptionKeyId
    }
  }).pipe(Effect.provide(layerSqlite({ filename: file, nativeBinding, isReadOnly: true })))

const readKeyId = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ value: string }>`SELECT value FROM server_value WHERE name = ${markPlace.row}`
  return row === undefined ? null : (decodeEnvelope(row.value)?.keyId ?? null)
}).pipe(Effect.orDie)
