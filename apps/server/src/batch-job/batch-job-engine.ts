import { randomUUID } from "node:crypto"
import { surviving } from "@dragoman/background"
import { traceWork } from "@dragoman/monitoring"
import { BatchJobRepository, Database, isDatabaseBusy, outageOf } from "@dragoman/store"
import { Clock, Context, Effect, Exit, FiberMap, Layer, Option, Queue } from "effect"
import type { EndedLanguages } from "../assistance/machine-translation/text-translator.ts"
import { ActivityRecorder } from "../change/activity/record-activity.ts"
import { CommitSignal } from "../change/commit-signal.ts"
import { CurrentPublishingDelays } from "../change/schedule-publishing.ts"
import { threadConnections } from "../platform/database/database-connections.ts"
import { Settings } from "../platform/settings/settings.ts"
import { heavyHeapMegabytes } from "../platform/worker/heavy-jobs.ts"
import { makeWorker } from "../platform/worker/worker.ts"
import { ContentWorkerData } from "../platform/worker/worker-messages.ts"
import { BatchJobUpdates } from "../realtime/batch-job-progress.ts"
import { Notifier } from "../service/notification/notify-users.ts"
import { type BatchJobEnd, BatchJobPieces, finishBatchJob, type PieceStage, type RanPiece } from "./run-batch-job.ts"
import { type RanMachineBatch, runMachineBatch } from "./run-machine-batch.ts"

/** Heap of the thread: a piece takes a few megabytes, one of the longest texts two hundred. Beyond it the thread dies, not the server. */
const heapMegabytesMax = 768

/** Poll interval for jobs whose server has stopped. */
const pollMillis = 5_000

/** Failures of a piece after which its job fails. */
const failuresMax = 4

/** Pause before the first retry; it doubles before each further one. */
const retryMillis = 250

/** Number of jobs that ask machines at once in this server, of different projects; their services have limits of their own. */
const machineJobsMax = 16

/** Pause between two tries while the database is unavailable. */
const outagePauseMillis = 2_000

interface DueJob {
  readonly id: number
  readonly projectId: number
}

/**
 * Runs batch jobs in a thread, piece by piece, alternating between projects. Jobs that ask machines wait for them in the main
 * thread, beside the others. Jobs that were running when a server stopped are resumed by the next start, or by another server on the
 * same database.
 */
export class BatchJobEngine extends Context.Service<
  BatchJobEngine,
  {
    /** Checks for due jobs now instead of at the next poll. */
    readonly wake: Effect.Effect<void>
    /** Ends the requests of a job that is over. */
    readonly abort: (jobId: number) => Effect.Effect<void>
  }
>()("@dragoman/server/batch-job/BatchJobEngine") {
  static readonly layer = Layer.effect(
    BatchJobEngine,
    Effect.gen(function* () {
      const settings = yield* Settings
      const { database, workerMegabytesMax } = settings
      const heapMegabytes = workerMegabytesMax ?? (yield* heavyHeapMegabytes(heapMegabytesMax))
      const jobs = yield* BatchJobRepository
      const updates = yield* BatchJobUpdates
      const recorder = yield* ActivityRecorder
      const notifier = yield* Notifier
      const transactions = yield* Database
      // A SQLite file has one server: every lease in it is its own.
      const owner = database.engine === "sqlite" ? "server" : randomUUID()
      // It runs after the thread has ended, so another server can take over at once.
      yield* Effect.addFinalizer(() =>
        transactions
          .transaction(jobs.release(owner))
          // The lease ends by itself: a server stops cleanly while its database is unavailable.
          .pipe(Effect.catchCause((cause) => Effect.logWarning("Batch jobs keep their lease until it ends", cause)))
      )
      const worker = yield* makeWorker(BatchJobPieces, {
        name: "batch-job-worker",
        workerData: ContentWorkerData.make({
          database: threadConnections(settings),
          publishingDelays: yield* CurrentPublishingDelays
        }),
        isHeavy: true,
        isInterruptible: true,
        resourceLimits: { maxOldGenerationSizeMb: heapMegabytes }
      })
      const wakeUps = yield* Queue.sliding<void>(1)
      const machineWakeUps = yield* Queue.sliding<void>(1)
      const wakeMachines = () => void Queue.offerUnsafe(machineWakeUps, undefined)
      const wake = () => {
        Queue.offerUnsafe(wakeUps, undefined)
        wakeMachines()
      }
      const commits = yield* CommitSignal
      commits.listen(({ startsJob }) => {
        if (startsJob) wake()
      })
      const failures = new Map<number, number>()
      const endedLanguages = new Map<number, EndedLanguages>()

      // The project may have been deleted meanwhile, and its jobs with it.
      const finish = (job: DueJob, end: BatchJobEnd) => {
        endedLanguages.delete(job.id)
        return Effect.ignore(finishBatchJob(job, end))
      }

      const inThread = ({ id, projectId }: DueJob, stage?: PieceStage) =>
        worker.run(({ runPiece }) => runPiece({ jobId: id, projectId, owner, stage }))

      const publish = ({ progress }: RanPiece) => updates.publish(progress)

      const runPiece = Effect.fnUntraced(function* <E, R>(
        job: DueJob,
        piece: Effect.Effect<RanPiece | RanMachineBatch | null, E, R>
      ) {
        const exit = yield* Effect.exit(traceWork(piece, "batch of a batch job", { "dragoman.batch_job_id": job.id }))
        if (Exit.isFailure(exit)) {
          // Another writer of the project, such as an import, takes long: the job did not fail.
          if (isDatabaseBusy(exit.cause)) return
          // The job waits for the database, or for space on its disk.
          if (outageOf(exit.cause) !== null) return yield* Effect.sleep(outagePauseMillis)
          const failed = (failures.get(job.id) ?? 0) + 1
          failures.set(job.id, failed)
          if (failed >= failuresMax) yield* finish(job, { failure: "unexpected_error_occurred" })
          else yield* Effect.sleep(retryMillis * 2 ** (failed - 1))
          return
        }
        failures.delete(job.id)
        const ran = exit.value
        if (ran === null) {
          endedLanguages.delete(job.id)
          return
        }
        if ("ended" in ran) endedLanguages.set(job.id, ran.ended)
        if (ran.isForbidden) yield* finish(job, { failure: "operation_not_permitted" })
        else if ("failure" in ran && ran.failure !== null) yield* finish(job, { failure: ran.failure })
        else if (ran.isDone) yield* finish(job, "done")
        else yield* publish(ran)
      })

      const runDue = Effect.gen(function* () {
        for (;;) {
          const due = yield* jobs.findDue({ owner, now: yield* Clock.currentTimeMillis, asksMachine: false })
          if (Option.isNone(due)) return
          yield* runPiece(due.value, inThread(due.value))
        }
      })

      const machineJobs = yield* FiberMap.make<number>()
      const projectOf = new Map<number, number>()
      const runMachine = (due: DueJob) =>
        surviving(
          "Resuming a batch job failed",
          runPiece(
            due,
            runMachineBatch(
              due,
              owner,
              endedLanguages.get(due.id) ?? new Map(),
              (stage) => inThread(due, stage),
              publish
            )
          ),
          retryMillis
        ).pipe(
          Effect.ensuring(
            Effect.sync(() => {
              projectOf.delete(due.id)
              wakeMachines()
            })
          )
        )
      // A batch later the job that has waited longest has its turn, so that no job waits for the end of a long one.
      const startMachines = Effect.gen(function* () {
        while (projectOf.size < machineJobsMax) {
          const now = yield* Clock.currentTimeMillis
          const due = yield* jobs.findDue({ owner, now, asksMachine: true, except: [...projectOf.values()] })
          if (Option.isNone(due)) return
          projectOf.set(due.value.id, due.value.projectId)
          yield* FiberMap.run(machineJobs, due.value.id, runMachine(due.value))
        }
      })

      const forever = <E, R>(work: Effect.Effect<void, E, R>, wakeUps: Queue.Dequeue<void>) =>
        surviving("Resuming batch jobs failed", work, retryMillis).pipe(
          Effect.andThen(Effect.timeoutOption(Queue.take(wakeUps), pollMillis)),
          Effect.forever
        )

      yield* Effect.all([forever(runDue, wakeUps), forever(startMachines, machineWakeUps)], {
        concurrency: "unbounded"
      }).pipe(
        Effect.provideService(BatchJobUpdates, updates),
        Effect.provideService(ActivityRecorder, recorder),
        Effect.provideService(Notifier, notifier),
        // Real time, also under a TestClock: the thread has no other clock.
        Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
        Effect.forkScoped
      )
      return BatchJobEngine.of({
        wake: Effect.sync(wake),
        abort: (jobId) =>
          FiberMap.remove(machineJobs, jobId).pipe(Effect.andThen(Effect.sync(() => void endedLanguages.delete(jobId))))
      })
    })
  )
}
