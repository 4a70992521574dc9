import BetterSqlite3 from "better-sqlite3"
import { Effect } from "effect"
import type { SqliteOptions } from "./sqlite.ts"

/** How long the last step waits for the present writer and for readers; other writers wait in their fibers meanwhile. */
const lockMillis = 20

/** Pages that others may have added since the first step; the last step copies them while it keeps writers away. */
const pagesLeftMax = 1_000

interface Progress {
  readonly log: number
  readonly checkpointed: number
}

/**
 * Copies the write-ahead log of a SQLite file into the file, and empties it when no snapshot needs it any more. Blocks its
 * thread for as long as the disk takes, so it is for a thread that serves no requests. The connection closes with the scope.
 */
export const makeCheckpoint = ({ filename, nativeBinding }: SqliteOptions) =>
  Effect.acquireRelease(
    Effect.sync(
      () =>
        new BetterSqlite3(filename, {
          timeout: lockMillis,
          fileMustExist: true,
          ...(nativeBinding === undefined ? {} : { nativeBinding: nativeBinding as unknown as string })
        })
    ),
    (database) => Effect.sync(() => database.close())
  ).pipe(
    Effect.map((database) =>
      Effect.sync(() => {
        // PASSIVE waits for no reader or writer; pages that an open snapshot still hides stay in the log.
        const [progress] = database.pragma("wal_checkpoint(PASSIVE)") as ReadonlyArray<Progress>
        if (progress === undefined || progress.log - progress.checkpointed > pagesLeftMax) return
        database.pragma("wal_checkpoint(TRUNCATE)")
      })
    )
  )
