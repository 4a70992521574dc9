import { chmodSync, closeSync, openSync, renameSync, rmSync, statSync } from "node:fs"
import BetterSqlite3 from "better-sqlite3"
import { Data, Effect, Layer } from "effect"
import { quoted } from "../copy/copied-tables.ts"
import type { DatabaseAddress } from "../copy/copy-between.ts"
import { openClient } from "../copy/copy-client.ts"
import { copyDatabase } from "../copy/copy-database.ts"
import type { TableDigest } from "../copy/table-digest.ts"
import { layerPostgres } from "../database/load-postgres.ts"
import { layerSqlite } from "../database/sqlite.ts"
import { EncryptionKeys } from "../encryption/secret-columns.ts"
import { derivedTables } from "../migration/own-tables.ts"
import { dropStatements, isNoSearchTable, searchIndexTable } from "../search-index/search-index-schema.ts"
import { writeManifest } from "./backup-manifest.ts"
import { type CheckedDatabase, checkDatabaseFile, syncToDisk } from "./check-database-file.ts"
import { findSchemaDifference } from "./check-schema.ts"
import { readContents } from "./verify-backup.ts"

/** The backup could not be made. `cause`: a text that is the end of a sentence, or the error of a file. */
export class BackupFailed extends Data.TaggedError("BackupFailed")<{
  readonly cause: unknown
  /** The file that was being written. */
  readonly path: string
}> {}

export interface BackupReport extends CheckedDatabase {
  readonly file: string
  readonly bytes: number
  /** null: secrets are in plain. */
  readonly encryptionKeyId: string | null
}

/** Suffix of a file that is not complete. */
export const unfinishedSuffix = ".unfinished"

/**
 * Copies a database of either engine into one new SQLite file with mode 0600, as it is at one moment; servers continue to
 * read and write. With an encryption key it is authenticated. The file gets its name when it was read again from end to end. Blocks its thread on SQLite.
 */
export const makeBackup = Effect.fnUntraced(function* (options: {
  readonly database: DatabaseAddress
  readonly nativeBinding?: object | undefined
  /** Must not exist. */
  readonly file: string
  readonly now: number
  /** The version of the program. */
  readonly program: string
}) {
  const { database, nativeBinding, file, now, program } = options
  const path = `${file}${unfinishedSuffix}`
  const failing = (cause: unknown) => new BackupFailed({ cause, path })
  const attempt = <A>(run: () => A) => Effect.try({ try: run, catch: failing })
  // SQLite writes into an empty file, and keeps its mode: no other user can read the copy at any time.
  yield* attempt(() => closeSync(openSync(path, "wx", 0o600)))
  const making = Effect.gen(function* () {
    const expected = yield* database.engine === "sqlite"
      ? attempt(() => copySqliteFile(database.filename, path, nativeBinding))
      : copyPostgres(database.url, path, nativeBinding, now)
    const { tables, migrationsSha256, encryptionKeyId } = yield* readContents({ file: path, nativeBinding })
    for (const [name, { rows, sha256 }] of Object.entries(expected ?? {})) {
      if (tables[name] === undefined) continue
      if (tables[name].rows !== rows || (sha256 !== null && tables[name].sha256 !== sha256)) {
        return yield* failing(`the copy has other rows in the table ${name}.`)
      }
    }
    const { engine } = database
    const keys = yield* EncryptionKeys
    const key = keys.find(({ id }) => id === encryptionKeyId) ?? keys[0] ?? null
    yield* attempt(() =>
      writeManifest(
        { filename: path, nativeBinding },
        { format: 1, madeAt: now, program, engine, encryptionKeyId, tables, migrationsSha256 },
        key
      )
    )
    const checked = yield* Effect.sync(() => checkDatabaseFile(path))
    if ("problem" in checked) return yield* failing(`the copy ${checked.problem}.`)
    // Now and not when the backup is needed: none is restored with another schema.
    const difference = yield* Effect.sync(() => findSchemaDifference(path, checked.schemaVersion))
    if (difference !== null) return yield* failing(`the database ${difference}.`)
    yield* attempt(() => {
      chmodSync(path, 0o600)
      syncToDisk(path)
      renameSync(path, file)
    })
    const report: BackupReport = { file, bytes: statSync(file).size, encryptionKeyId, ...checked }
    return report
  })
  return yield* making.pipe(
    Effect.onExit((exit) =>
      Effect.sync(() => {
        if (exit._tag === "Failure")
          for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true })
      })
    )
  )
})

interface ExpectedTable {
  readonly rows: number
  /** null: it was not read. */
  readonly sha256: string | null
}

/** null: another connection wrote in between, so the numbers of rows are not comparable. */
const copySqliteFile = (
  source: string,
  target: string,
  nativeBinding: object | undefined
): Readonly<Record<string, ExpectedTable>> | null => {
  const database = new BetterSqlite3(source, {
    readonly: true,
    fileMustExist: true,
    ...(nativeBinding === undefined ? {} : { nativeBinding: nativeBinding as unknown as string })
  })
  /** Changes whenever another connection commits. */
  const dataVersion = () => database.pragma("data_version", { simple: true })
  try {
    const before = dataVersion()
    const names = database
      .prepare(
        `SELECT name FROM sqlite_schema
         WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND ${isNoSearchTable}`
      )
      .pluck()
      .all() as ReadonlyArray<string>
    const counts = names.map((name): readonly [string, ExpectedTable] => [
      name,
      {
        rows: Number(
          database
            .prepare(`SELECT count(*) FROM ${quoted(name)}`)
            .pluck()
            .get()
        ),
        sha256: null
      }
    ])
    database.prepare("VACUUM INTO ?").run(target)
    eraseIndexes(target, nativeBinding)
    return dataVersion() === before ? Object.fromEntries(counts) : null
  } finally {
    database.close()
  }
}

/** A restored server makes the indexes of memories and texts again, so the file need not carry them. */
const eraseIndexes = (filename: string, nativeBinding: object | undefined): void => {
  const copy = new BetterSqlite3(filename, {
    fileMustExist: true,
    ...(nativeBinding === undefined ? {} : { nativeBinding: nativeBinding as unknown as string })
  })
  try {
    const isStored = copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").pluck()
    const stored = derivedTables.filter((name) => isStored.get(name) !== undefined)
    const rows = stored.map((name) => copy.prepare(`DELETE FROM ${quoted(name)}`).run().changes)
    const isSearched = isStored.get(searchIndexTable) !== undefined
    for (const statement of dropStatements("sqlite")) copy.exec(statement)
    if (isSearched || rows.some((deleted) => deleted > 0)) copy.exec("VACUUM")
  } finally {
    copy.close()
  }
}

const copyPostgres = (
  url: string,
  target: string,
  nativeBinding: object | undefined,
  now: number
): Effect.Effect<Readonly<Record<string, TableDigest>>, BackupFailed> =>
  Effect.scoped(
    Effect.gen(function* () {
      const source = yield* openClient(Layer.orDie(layerPostgres(url)))
      const sink = yield* openClient(layerSqlite({ filename: target, nativeBinding, lazySync: true }))
      const { tables } = yield* copyDatabase({ source, target: sink, now, check: "digests" }).pipe(
        Effect.mapError((error) => new BackupFailed({ cause: error, path: target }))
      )
      return tables
    })
  )
