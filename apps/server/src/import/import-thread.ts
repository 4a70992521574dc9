import { rm } from "node:fs/promises"
import type { Worker } from "node:worker_threads"
import { ImportStagingRepository } from "@dragoman/store"
import { Clock, Context, Deferred, Effect, Layer, Semaphore } from "effect"
import { Settings } from "../settings/settings.ts"
import { startWorker } from "../worker/start-worker.ts"
import type {
  ImportAnswer,
  ImportJob,
  ImportWorkerData,
  RefusedUpload,
  RemovedLanguage,
  StagedUpload,
  StageUpload
} from "./import-messages.ts"
import { uploadFolder } from "./receive-upload.ts"

/** A thread that has nothing to do ends, and gives its memory back. */
const idleMillis = 30_000

/** Heap of the thread: enough for the largest upload; beyond it the thread dies, not the server. */
export const ImportHeapMegabytesMax = Context.Reference("@dragoman/server/import/ImportHeapMegabytesMax", {
  defaultValue: () => 1_024
})

/** Why the thread gave no answer: it died, or ran out of memory. */
export class ImportThreadFailed {
  readonly _tag = "ImportThreadFailed"
}

/** The thread that reads and stages uploads; started when there is something to do. */
export class ImportThread extends Context.Service<
  ImportThread,
  {
    readonly stage: (upload: StageUpload) => Effect.Effect<StagedUpload | RefusedUpload, ImportThreadFailed>
    /** Thousands of texts may change their holder: too much for the thread that answers requests. */
    readonly removeLanguage: (removed: RemovedLanguage) => Effect.Effect<void, ImportThreadFailed>
    /** Erases removed imports some time soon; nobody waits for it. */
    readonly erase: Effect.Effect<void>
  }
>()("@dragoman/server/import/ImportThread") {
  static readonly layer = Layer.effect(
    ImportThread,
    Effect.gen(function* () {
      const { database, dataDir } = yield* Settings
      const staging = yield* ImportStagingRepository
      const heapMegabytesMax = yield* ImportHeapMegabytesMax
      const clock = yield* Clock.Clock
      const context = yield* Effect.context<never>()
      // One upload after the other: two of them would hold two files in memory.
      const turn = yield* Semaphore.make(1)
      const waiting = new Map<number, Deferred.Deferred<ImportAnswer, ImportThreadFailed>>()
      let worker: Worker | undefined
      let idle: NodeJS.Timeout | undefined
      let lastJobId = 0

      const failAll = () => {
        for (const deferred of waiting.values()) Deferred.doneUnsafe(deferred, Effect.fail(new ImportThreadFailed()))
        waiting.clear()
      }
      const start = () => {
        const workerData: ImportWorkerData = { database }
        const started = startWorker("import-worker", {
          workerData,
          resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax }
        })
        started.on("message", (answer: ImportAnswer) => {
          const deferred = waiting.get(answer.id)
          waiting.delete(answer.id)
          if (deferred !== undefined) Deferred.doneUnsafe(deferred, Effect.succeed(answer))
        })
        started.once("error", (error) => {
          Effect.runForkWith(context)(Effect.logError("the import thread failed", error))
        })
        started.once("exit", () => {
          if (worker === started) {
            worker = undefined
            failAll()
          }
        })
        return started
      }
      const stopWhenIdle = () => {
        clearTimeout(idle)
        idle = setTimeout(() => {
          worker?.postMessage("stop")
          worker = undefined
        }, idleMillis).unref()
      }

      const run = (makeJob: (id: number) => ImportJob) =>
        turn.withPermit(
          Effect.gen(function* () {
            clearTimeout(idle)
            const deferred = yield* Deferred.make<ImportAnswer, ImportThreadFailed>()
            const job = makeJob(++lastJobId)
            waiting.set(job.id, deferred)
            worker ??= start()
            worker.postMessage(job)
            const answer = yield* Deferred.await(deferred)
            if (answer.kind === "done") return answer.result
            yield* Effect.logError("an import job failed", answer.message)
            return yield* Effect.fail(new ImportThreadFailed())
          }).pipe(Effect.ensuring(Effect.sync(stopWhenIdle)))
        )

      yield* Effect.addFinalizer(() =>
        turn.withPermit(
          Effect.promise(async () => {
            clearTimeout(idle)
            await worker?.terminate()
          })
        )
      )
      // What a killed server left behind.
      yield* Effect.promise(() => rm(uploadFolder(dataDir), { recursive: true, force: true }))
      const erase = Effect.ignore(run((id) => ({ id, kind: "erase", now: clock.currentTimeMillisUnsafe() })))
      if (yield* staging.hasRemoved) yield* Effect.forkScoped(erase)
      return ImportThread.of({
        stage: (upload) =>
          Effect.flatMap(
            // A client that goes away does not interrupt the thread: its turn ends when the thread has answered.
            Effect.uninterruptible(run((id) => ({ id, kind: "stage", upload }))),
            (result) => (result === null ? Effect.fail(new ImportThreadFailed()) : Effect.succeed(result))
          ),
        removeLanguage: (removed) =>
          Effect.asVoid(Effect.uninterruptible(run((id) => ({ id, kind: "removeLanguage", removed })))),
        erase: Effect.asVoid(Effect.forkDetach(erase))
      })
    })
  )
}
