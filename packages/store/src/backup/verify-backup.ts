import { Data, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { readTables } from "../copy/copied-tables.ts"
import { inSnapshot } from "../copy/read-rows.ts"
import { digestTables } from "../copy/table-digest.ts"
import { layerSqlite } from "../database/sqlite.ts"
import { decodeEnvelope } from "../encryption/encrypted-value.ts"
import { markPlace } from "../encryption/secret-columns.ts"
import { type BackupManifest, readManifest } from "./backup-manifest.ts"
import { type CheckedDatabase, checkDatabaseFile } from "./check-database-file.ts"

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

/** Reads a backup from end to end: its pages and indexes, its references, and each value by the digest of its table. */
export const verifyBackup = Effect.fnUntraced(function* (backup: BackupFile) {
  const checked = yield* Effect.sync(() => checkDatabaseFile(backup.file))
  if ("problem" in checked) return yield* new BackupDamaged(checked)
  const { manifest, tables } = yield* readContents(backup)
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

/** What a database file holds, read from end to end. */
export const readContents = ({ file, nativeBinding }: BackupFile) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const manifest = Option.getOrNull(yield* readManifest)
    const found = yield* readTables
    const tables = yield* inSnapshot(sql, digestTables(sql, found))
    const hasValues = found.some(({ name }) => name === markPlace.table)
    const encryptionKeyId = hasValues ? yield* readKeyId : null
    return { manifest, tables, encryptionKeyId }
  }).pipe(Effect.provide(layerSqlite({ filename: file, nativeBinding, isReadOnly: true })))

const readKeyId = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ value: string }>`SELECT value FROM server_value WHERE name = ${markPlace.row}`
  return row === undefined ? null : (decodeEnvelope(row.value)?.keyId ?? null)
}).pipe(Effect.orDie)
