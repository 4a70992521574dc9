import { chmodSync, constants, copyFileSync, renameSync, rmSync } from "node:fs"
import { Effect } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { CopyFileFailed, copyBetween, type DatabaseAddress, foldLog } from "../copy/copy-between.ts"
import type { CopyProgress } from "../copy/copy-database.ts"
import { layerSqlite } from "../database/sqlite.ts"
import { syncToDisk } from "./check-database-file.ts"
import { unfinishedSuffix } from "./make-backup.ts"
import { settleRestored } from "./settle-restored.ts"
import { verifyBackup } from "./verify-backup.ts"

/** Copies the file of a backup, which was verified, to where a SQLite database is to be, and verifies the copy. */
export const restoreFile = Effect.fnUntraced(function* (options: {
  readonly file: string
  readonly filename: string
  readonly nativeBinding?: object | undefined
}) {
  const { file, filename, nativeBinding } = options
  const path = `${filename}${unfinishedSuffix}`
  const attempt = <A>(run: () => A) =>
    Effect.try({ try: run, catch: (cause) => new CopyFileFailed({ cause, path: filename }) })
  const restoring = Effect.gen(function* () {
    yield* attempt(() => {
      rmSync(path, { force: true })
      copyFileSync(file, path, constants.COPYFILE_EXCL)
      chmodSync(path, 0o600)
    })
    const verified = yield* verifyBackup({ file: path, nativeBinding })
    yield* settling.pipe(Effect.provide(layerSqlite({ filename: path, nativeBinding })))
    yield* attempt(() => {
      foldLog({ filename: path, nativeBinding })
      syncToDisk(path)
      // SQLite would apply the log of an earlier database to this one.
      for (const suffix of ["-wal", "-shm"]) rmSync(`${filename}${suffix}`, { force: true })
      renameSync(path, filename)
    })
    return verified
  })
  return yield* Effect.onExit(restoring, (exit) =>
    Effect.sync(() => {
      if (exit._tag === "Failure")
        for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true })
    })
  )
})

const settling = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(settleRestored)
}).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die))

/** Copies the rows of a backup, which was verified, into an empty PostgreSQL database, and compares them. */
export const restoreInto = (options: {
  readonly file: string
  readonly to: DatabaseAddress
  readonly nativeBinding?: object | undefined
  readonly now: number
  readonly onProgress?: (progress: CopyProgress) => void
}) => {
  const { file, ...others } = options
  return copyBetween({
    ...others,
    from: { engine: "sqlite", filename: file },
    isLive: false,
    finish: settleRestored
  })
}
