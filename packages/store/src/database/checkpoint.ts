import BetterSqlite3 from "better-sqlite3"
import { Effect } from "effect"
import type { SqliteOptions } from "./sqlite.ts"
import { makeWriteLine } from "./write-line.ts"

/** Time for which the last step waits for other processes that write, and for readers; writers wait in their fibers meanwhile. */
const lockMillis = 20

/** Longest wait for writers of this process; then the last step waits as for those of others. */
const lineMillisMax = 1_000

/** Pages that a snapshot hides: with more of them, the log cannot be emptied. */
const pagesLeftMax = 1_000

/** Steps without a lock: each one copies what was written during the one before, so that little or nothing is left. */
const stepsMax = 4

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
    Effect.map((database) => {
      const line = makeWriteLine(filename)
      return Effect.gen(function* () {
        let pages = -1
        for (let step = 0; step < stepsMax; step++) {
          // PASSIVE waits for no reader or writer; pages that an open snapshot still hides stay in the log.
          const [progress] = database.pragma("wal_checkpoint(PASSIVE)") as ReadonlyArray<Progress>
          if (progress === undefined || progress.log - progress.checkpointed > pagesLeftMax) return
          // Nothing was written meanwhile.
          if (progress.log === pages) break
          pages = progress.log
        }
        // Copies and syncs what is left, while no thread writes.
        yield* line.place({ millisMax: lineMillisMax })
        database.pragma("wal_checkpoint(TRUNCATE)")
      }).pipe(Effect.scoped)
    })
  )
