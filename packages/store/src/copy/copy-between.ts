import { closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs"
import BetterSqlite3 from "better-sqlite3"
import { Data, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layerPostgres } from "../database/load-postgres.ts"
import { countServerSessions } from "../database/server-sessions.ts"
import { layerSqlite, type SqliteOptions } from "../database/sqlite.ts"
import { lockForServer } from "../database/sqlite-lock.ts"
import { openClient } from "./copy-client.ts"
import { type CopyProgress, copyDatabase } from "./copy-database.ts"

/** A database by its address. */
export type DatabaseAddress =
  | { readonly engine: "sqlite"; readonly filename: string }
  | { readonly engine: "postgres"; readonly url: string }

/** Servers or dispatchers work on the source, so the copy would miss what they write; or another copy works on the target. */
export class CopyEndInUse extends Data.TaggedError("CopyEndInUse")<{ readonly end: "source" | "target" }> {}

/** The file of the target cannot be written, or that of the source not be read. `cause`: the error of the file. */
export class CopyFileFailed extends Data.TaggedError("CopyFileFailed")<{
  readonly cause: unknown
  readonly path: string
}> {}

/** Any number: two copies into one PostgreSQL database do not run at once. */
const copyLock = 7_236_424

/** The sessions of copies. */
const applicationName = "dragoman copy"

/**
 * Copies one database to another of either engine, and compares them. A SQLite file gets its name at the end. `isLive`: a
 * server may belong to the source, which must have stopped; false for the file of a backup.
 */
export const copyBetween = Effect.fnUntraced(function* (options: {
  readonly from: DatabaseAddress
  readonly to: DatabaseAddress
  readonly nativeBinding?: object | undefined
  readonly isLive: boolean
  readonly now: number
  readonly finish?: Effect.Effect<void, never, SqlClient.SqlClient>
  readonly onProgress?: (progress: CopyProgress) => void
}) {
  const { from, to, nativeBinding, isLive, now, finish, onProgress } = options
  const run = Effect.gen(function* () {
    const source = yield* openSource(from, nativeBinding, isLive)
    const target = yield* openTarget(to, nativeBinding)
    return yield* copyDatabase({
      source,
      target,
      now,
      check: "rows",
      ...(finish === undefined ? {} : { finish }),
      ...(onProgress === undefined ? {} : { onProgress })
    })
  })
  return yield* Effect.scoped(
    Effect.gen(function* () {
      if (to.engine === "sqlite") yield* lock({ filename: to.filename, nativeBinding }, "target")
      // The connections close before the file gets its name.
      const report = yield* Effect.scoped(run)
      if (to.engine === "sqlite") {
        const path = unfinishedFile(to.filename)
        yield* attempt(path, () => {
          foldLog({ filename: path, nativeBinding })
          renameSync(path, to.filename)
        })
      }
      return report
    })
  )
})

const unfinishedFile = (filename: string): string => `${filename}.unfinished`

const attempt = <A>(path: string, run: () => A) =>
  Effect.try({ try: run, catch: (cause) => new CopyFileFailed({ cause, path }) })

const lock = (options: SqliteOptions, end: "source" | "target") =>
  lockForServer(options).pipe(
    Effect.mapError((error) =>
      typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqliteInUse"
        ? new CopyEndInUse({ end })
        : new CopyFileFailed({ cause: error, path: options.filename })
    )
  )

const openSource = Effect.fnUntraced(function* (
  from: DatabaseAddress,
  nativeBinding: object | undefined,
  isLive: boolean
) {
  if (from.engine === "sqlite") {
    const { filename } = from
    if (isLive) yield* lock({ filename, nativeBinding }, "source")
    return yield* openClient(layerSqlite({ filename, nativeBinding, isReadOnly: true }))
  }
  const source = yield* openClient(Layer.orDie(layerPostgres(from.url, { applicationName })))
  if (isLive && (yield* Effect.provideService(countServerSessions, SqlClient.SqlClient, source)) > 0) {
    return yield* new CopyEndInUse({ end: "source" })
  }
  return source
})

const openTarget = Effect.fnUntraced(function* (to: DatabaseAddress, nativeBinding: object | undefined) {
  if (to.engine === "sqlite") {
    const filename = unfinishedFile(to.filename)
    // No other user can read the copy at any time.
    yield* attempt(filename, () => closeSync(openSync(filename, "a", 0o600)))
    return yield* openClient(layerSqlite({ filename, nativeBinding, lazySync: true }))
  }
  const target = yield* openClient(Layer.orDie(layerPostgres(to.url, { applicationName, lazySync: true })))
  // The session lasts as long as the copy.
  const connection = yield* Effect.orDie(target.reserve)
  const [[isFree] = []] = yield* Effect.orDie(connection.executeValues(`SELECT pg_try_advisory_lock(${copyLock})`, []))
  if (isFree !== true) return yield* new CopyEndInUse({ end: "target" })
  return target
})

/** Puts the write-ahead log of a file that nothing has open into the file, so that it is whole by itself, and on the disk. */
export const foldLog = ({ filename, nativeBinding }: SqliteOptions): void => {
  const database = new BetterSqlite3(filename, {
    fileMustExist: true,
    ...(nativeBinding === undefined ? {} : { nativeBinding: nativeBinding as unknown as string })
  })
  try {
    database.pragma("synchronous = FULL")
    database.pragma("journal_mode = DELETE")
  } finally {
    database.close()
  }
  for (const suffix of ["-wal", "-shm"]) if (existsSync(`${filename}${suffix}`)) rmSync(`${filename}${suffix}`)
}
