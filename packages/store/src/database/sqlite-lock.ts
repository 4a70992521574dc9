import { realpathSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import BetterSqlite3 from "better-sqlite3"
import { Clock, Data, Effect, Schedule } from "effect"
import type { SqliteOptions } from "./sqlite.ts"

/** Another server uses the same SQLite file. */
export class SqliteInUse extends Data.TaggedError("SqliteInUse")<object> {}

/** Between two tries: the other server may just be ending. */
const pause = Schedule.spaced("50 millis")
/** About 2 s. */
const tries = 40

/**
 * One server per SQLite file, until the scope closes. The lock is SQLite's own, on a file beside the database: the system
 * releases it with the process, so that a killed server leaves nothing behind that keeps the next one from starting.
 */
export const lockForServer = ({ filename, nativeBinding }: SqliteOptions) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const file = `${join(realpathSync(dirname(filename)), basename(filename))}.lock`
        const lock = new BetterSqlite3(file, {
          timeout: 0,
          ...(nativeBinding === undefined ? {} : { nativeBinding: nativeBinding as unknown as string })
        })
        try {
          lock.exec("BEGIN EXCLUSIVE")
        } catch (error) {
          lock.close()
          throw error
        }
        return lock
      },
      catch: (error) =>
        error instanceof BetterSqlite3.SqliteError && error.code.startsWith("SQLITE_BUSY") ? new SqliteInUse() : error
    }),
    (lock) => Effect.sync(() => lock.close())
  ).pipe(
    Effect.retry({ while: (error) => error instanceof SqliteInUse, schedule: pause, times: tries }),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
