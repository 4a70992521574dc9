import { randomUUID } from "node:crypto"
import { surviving } from "@dragoman/delivery"
import { BatchJobRepository, Database, isDatabaseBusy } from "@dragoman/store"
import { Clock, Context, Effect, Exit, Layer, Option, Queue } from "effect"
import { ActivityRecorder } from "../change/activity/record-activity.ts"
import { BatchJobNotices } from "../change/after-commit/batch-job-notices.ts"
import { Settings } from "../platform/settings/settings.ts"
import { makeWorker } from "../platform/worker/worker.ts"
import { DatabaseWorkerData } from "../platform/worker/worker-messages.ts"
import { type BatchJobEnd, finishBatchJob } from "./finish-batch-job.ts"
import { noticeOf } from "./notice-of.ts"
import { BatchJobPieces } from "./run-batch-job-piece.ts"

/** Heap of the thread: a piece takes a few megabytes, one of the longest texts two hundred. Beyond it the thread dies, not the server. */
const heapMegabytesMax = 768

/** Part of it for what lives shortly; without a limit it takes 80 MB more and saves no time. */
const youngMegabytesMax = 16

/** How often jobs are looked for whose server is gone. */
const pollMillis = 5_000

/** A piece that has broken so often is not tried again: its job fails. */
const failuresMax = 4

/** Before the first new try; twice as long before each further one. */
const retryMillis = 250

interface DueJob {
  readonly id: number
  readonly projectId: number
}

/**
 * Runs batch jobs, piece by piece in a thread, those of different projects in turn. What was not finished when a server
 * ended is gone on with by the next one, or by another one on the same database.
 */
export class BatchJobEngine extends Context.Service<
  BatchJobEngine,
  {
    /** There may be something to do. */
    readonly wake: Effect.Effect<void>
  }
>()("@dragoman/server/batch-job/BatchJobEngine") {
  static readonly layer = Layer.effect(
    BatchJobEngine,
    Effect.gen(function* () {
      const { database } = yield* Settings
      const jobs = yield* BatchJobRepository
      const notices = yield* BatchJobNotices
      const recorder = yield* ActivityRecorder
      const transactions = yield* Database
      // A file has one server: what it finds was its own.
      const owner = database.engine === "sqlite" ? "server" : randomUUID()
      // After the thread has ended: another server need not wait.
      yield* Effect.addFinalizer(() =>
        transactions
          .transaction(jobs.release(owner))
          // The lease ends by itself: a server stops cleanly while its database is unavailable.
          .pipe(Effect.catchCause((cause) => Effect.logWarning("Batch jobs keep their lease until it ends", cause)))
      )
      const worker = yield* makeWorker(BatchJobPieces, {
        name: "batch-job-worker",
        workerData: DatabaseWorkerData.make({ database }),
        isInterruptible: true,
        resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax, maxYoungGenerationSizeMb: youngMegabytesMax }
      })
      const wakeUps = yield* Queue.sliding<void>(1)
      const failures = new Map<number, number>()

      // The project may have been deleted meanwhile, and its jobs with it.
      const finish = (job: DueJob, end: BatchJobEnd) => Effect.ignore(finishBatchJob(job, end))

      const runPiece = Effect.fnUntraced(function* (job: DueJob) {
        const exit = yield* Effect.exit(
          worker.run(({ runPiece }) => runPiece({ jobId: job.id, projectId: job.projectId, owner }))
        )
        if (Exit.isFailure(exit)) {
          // Another writer of the project, an import for example, takes long: nothing is wrong with the job.
          if (isDatabaseBusy(exit.cause)) return
          const failed = (failures.get(job.id) ?? 0) + 1
          failures.set(job.id, failed)
          if (failed >= failuresMax) yield* finish(job, { failure: "unexpected_error_occurred" })
          else yield* Effect.sleep(retryMillis * 2 ** (failed - 1))
          return
        }
        failures.delete(job.id)
        const ran = exit.value
        if (ran === null) return
        if (ran.isDone) yield* finish(job, "done")
        else yield* notices.publish(noticeOf(ran.job))
      })

      const runDue = Effect.gen(function* () {
        for (;;) {
          const due = yield* jobs.findDue({ owner, now: yield* Clock.currentTimeMillis })
          if (Option.isNone(due)) return
          yield* runPiece(due.value)
        }
      })

      yield* surviving("Resuming batch jobs failed", runDue, retryMillis).pipe(
        Effect.andThen(Effect.timeoutOption(Queue.take(wakeUps), pollMillis)),
        Effect.forever,
        Effect.provideService(BatchJobNotices, notices),
        Effect.provideService(ActivityRecorder, recorder),
        // In real time, whatever the clock of a test says: the thread has no other.
        Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
        Effect.forkScoped
      )
      return BatchJobEngine.of({ wake: Effect.sync(() => void Queue.offerUnsafe(wakeUps, undefined)) })
    })
  )
}
