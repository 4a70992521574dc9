import { hostname } from "node:os"
import { repeatSurviving } from "@dragoman/background"
import { bucketSettings } from "@dragoman/settings"
import { BackupRunRepository, Database } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { directDatabase } from "../../platform/database/database-connections.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { makeWorker, type WorkerFailed } from "../../platform/worker/worker.ts"
import { BackupJobs, BackupWorkerData, type MadeBackup } from "./backup-messages.ts"

const hourMillis = 3_600_000

/** Interval at which a server checks whether a backup is due. */
const pollInterval = "1 minute"

/** Time without a renewal of its lease after which a server counts as dead. */
const leaseMillis = 5 * 60_000
const renewInterval = "1 minute"

/** Heap of the thread: pages of rows, and their text when the database is PostgreSQL. */
const heapMegabytesMax = 256

/** Makes the backup in the thread. */
type Make = (at: number) => Effect.Effect<MadeBackup, WorkerFailed>

/**
 * Makes scheduled backups while the server runs; several servers on one PostgreSQL make one at a time. Does nothing
 * without a schedule.
 */
export const scheduledBackups = Effect.gen(function* () {
  const settings = yield* Settings
  if (settings.backupHours === 0) return
  const { run } = yield* makeWorker(BackupJobs, {
    name: "backup-worker",
    workerData: BackupWorkerData.make({
      database: directDatabase(settings),
      encryptionKeys: settings.encryptionKey,
      folder: settings.backupFolder,
      keep: settings.backupKeep,
      bucket: bucketSettings(settings, "backup"),
      keepInBucket: settings.backupS3Keep
    }),
    isHeavy: true,
    isInterruptible: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax }
  })
  const make: Make = (at) => run(({ makeBackup }) => makeBackup({ at }))
  yield* repeatSurviving("The scheduled backup failed", makeDueBackup(make), pollInterval).pipe(
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )
})

/** Makes a backup if one is due and no other server makes one; returns whether it did. */
export const makeDueBackup = Effect.fn("makeDueBackup")(function* (make: Make) {
  const { backupHours } = yield* Settings
  const database = yield* Database
  const runs = yield* BackupRunRepository
  const now = yield* Clock.currentTimeMillis
  const begun = yield* database.transaction(
    runs.begin({
      now,
      leasedUntil: now + leaseMillis,
      intervalMillis: backupHours * hourMillis,
      host: hostname()
    })
  )
  if (Option.isNone(begun)) return false
  const id = begun.value
  const finish = Effect.fnUntraced(function* (made: MadeBackup) {
    const { error, ...facts } = made
    const state = error === null ? "DONE" : "FAILED"
    yield* database.transaction(runs.finish(id, { ...made, state, finishedAt: yield* Clock.currentTimeMillis }))
    if (error === null) yield* Effect.annotateLogs(Effect.logInfo("Backup made"), facts)
    else yield* Effect.annotateLogs(Effect.logError("The scheduled backup failed"), { error })
    if (made.storeError !== null) {
      yield* Effect.annotateLogs(Effect.logError("Copying the backup to the bucket failed"), { error: made.storeError })
    }
  })
  const failed = (error: string): MadeBackup => ({ file: null, bytes: null, error, storedAs: null, storeError: null })
  const renewing = Effect.gen(function* () {
    const later = (yield* Clock.currentTimeMillis) + leaseMillis
    yield* database.transaction(runs.renew(id, later))
  })
  const making = Effect.raceFirst(
    make(now).pipe(
      Effect.catch(() => Effect.succeed(failed("The thread that made the backup ended; the log says why.")))
    ),
    Effect.andThen(
      Effect.sleep(renewInterval),
      repeatSurviving("Renewing the lease of a backup failed", renewing, renewInterval)
    )
  )
  yield* Effect.flatMap(making, finish).pipe(
    Effect.onInterrupt(() => finish(failed("The server stopped while it made the backup.")))
  )
  return true
})
