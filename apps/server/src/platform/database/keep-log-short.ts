import { stat } from "node:fs/promises"
import { repeatSurviving } from "@dragoman/background"
import { outageOf } from "@dragoman/store"
import { Clock, Effect, Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { Settings } from "../settings/settings.ts"
import { makeWorker } from "../worker/worker.ts"
import { job } from "../worker/worker-messages.ts"

export const CheckpointWorkerData = Schema.Struct({ filename: Schema.String })

export const CheckpointJobs = RpcGroup.make(job("checkpoint", Schema.Struct({}), Schema.Void))

/** Size from which the log is emptied even while others write, who wait for it: some seconds of many writes. */
const logBytesMax = 32 * 1024 * 1024

/** Size from which the log is emptied once no write comes; SQLite's own default. */
const quietLogBytesMax = 4 * 1024 * 1024

const pollInterval = "1 second"

/** Heap of the thread: its connection serves nothing else, and caches no pages. */
const heapMegabytesMax = 64

/**
 * Empties the write-ahead log of SQLite in a thread, so that no commit on the main thread pays for it. The thread starts
 * when the log is long, and ends once it has stayed short for a while.
 */
export const keepLogShort = Effect.gen(function* () {
  const { database } = yield* Settings
  if (database.engine === "postgres") return
  const { filename } = database
  const { run } = yield* makeWorker(CheckpointJobs, {
    name: "checkpoint-worker",
    workerData: CheckpointWorkerData.make({ filename }),
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax }
  })
  let writtenAt = 0
  const round = Effect.gen(function* () {
    const { size, mtimeMs } = yield* Effect.orElseSucceed(
      Effect.tryPromise(() => stat(`${filename}-wal`)),
      () => ({ size: 0, mtimeMs: 0 })
    )
    const isQuiet = mtimeMs === writtenAt
    writtenAt = mtimeMs
    if (size > (isQuiet ? quietLogBytesMax : logBytesMax)) yield* run(({ checkpoint }) => checkpoint({}))
  }).pipe(
    // Requests log that the disk is full or fails; the next round tries again.
    Effect.catchCause((cause) => (outageOf(cause) === null ? Effect.failCause(cause) : Effect.void))
  )
  yield* repeatSurviving("Checkpoint of the database failed", round, pollInterval).pipe(
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )
})
