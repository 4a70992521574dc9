import { rm, stat } from "node:fs/promises"
import type { Worker } from "node:worker_threads"
import { isArchivePath } from "@dragoman/formats"
import { DatabaseBusy, type ImportOwner, ImportStagingRepository } from "@dragoman/store"
import { Clock, Context, Deferred, Effect, Layer, Semaphore } from "effect"
import { DispatcherWakeUp } from "../../../change/after-commit/dispatcher-wake-up.ts"
import { RevisionSignal } from "../../../change/after-commit/revision-signal.ts"
import { type UploadedFile, uploadFolder } from "../../../platform/body/receive-upload.ts"
import { Settings } from "../../../platform/settings/settings.ts"
import { startWorker } from "../../../platform/worker/start-worker.ts"
import type { AppliedImport } from "../applying/import-source.ts"
import type {
  AppliedStaged,
  ApplyProgress,
  ApplyStaged,
  ImportAnswer,
  ImportChange,
  ImportedBody,
  ImportJob,
  ImportOfBody,
  ImportWorkerData,
  RefusedUpload,
  SingleStepImport,
  StagedUpload,
  StageUpload
} from "./import-messages.ts"
import { makeProjectSemaphore } from "./project-semaphore.ts"

/** A thread that has nothing to do ends, and gives its memory back. */
const idleMillis = 30_000

/** Part of the heap for what lives shortly; without a limit it takes 80 MB more and saves no time. */
const youngMegabytesMax = 24

/** Heap of the thread: enough for the largest upload; beyond it the thread dies, not the server. */
export const ImportHeapMegabytesMax = Context.Reference(
  "@dragoman/server/transfer/import/thread/ImportHeapMegabytesMax",
  {
    defaultValue: () => 1_024
  }
)

/** A small job may wait for the lock of its project; those of other projects go on meanwhile. */
const smallJobsMax = 8

/** Of all files of a request together. */
const smallFilesBytesMax = 1024 * 1024

const areSmall = (files: ReadonlyArray<UploadedFile>): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    // How large the content of an archive is, only unpacking tells.
    if (files.some(({ name }) => isArchivePath(name))) return false
    const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size))
    return sizes.reduce((sum, size) => sum + size, 0) <= smallFilesBytesMax
  })

type JobAnswer = Extract<ImportAnswer, { readonly kind: "done" | "failed" }>

/** Why the thread gave no answer: it died, or ran out of memory. */
export class ImportThreadFailed {
  readonly _tag = "ImportThreadFailed"
}

/**
 * The threads that import; each is started when there is something to do. One reads files and applies imports, one after
 * the other: two of them would hold two files in memory. What is small, and what a person waits for with an import that
 * is staged, has a thread of its own, so that it does not wait for the imports of other projects.
 */
export class ImportThread extends Context.Service<
  ImportThread,
  {
    /** Files that are applied as soon as they are read. */
    readonly importFiles: (
      singleStep: SingleStepImport
    ) => Effect.Effect<AppliedImport | RefusedUpload, ImportThreadFailed>
    /** Keys in a JSON body, which is parsed and checked in the thread too. */
    readonly importBody: (body: ImportOfBody) => Effect.Effect<ImportedBody | RefusedUpload, ImportThreadFailed>
    readonly stage: (upload: StageUpload) => Effect.Effect<StagedUpload | RefusedUpload, ImportThreadFailed>
    readonly applyStaged: (
      apply: ApplyStaged,
      onProgress: (progress: ApplyProgress) => void
    ) => Effect.Effect<AppliedStaged | RefusedUpload, ImportThreadFailed>
    /**
     * A hundred thousand texts may change with it: too much for the thread that answers requests. False: there is no
     * import any more.
     */
    readonly change: (owner: ImportOwner, change: ImportChange) => Effect.Effect<boolean, ImportThreadFailed>
    /** Erases removed imports some time soon; nobody waits for it. */
    readonly erase: Effect.Effect<void>
  }
>()("@dragoman/server/transfer/import/thread/ImportThread") {
  static readonly layer = Layer.effect(
    ImportThread,
    Effect.gen(function* () {
      const { database, dataDir } = yield* Settings
      const staging = yield* ImportStagingRepository
      const wakeUp = yield* DispatcherWakeUp
      const signal = yield* RevisionSignal
      const heapMegabytesMax = yield* ImportHeapMegabytesMax
      const clock = yield* Clock.Clock
      const context = yield* Effect.context<never>()
      const workerData: ImportWorkerData = { database }

      /** One thread, and how many jobs it has at once. */
      const makeLane = Effect.fnUntraced(function* (jobsMax: number) {
        const turns = yield* Semaphore.make(jobsMax)
        const waiting = new Map<number, Deferred.Deferred<JobAnswer, ImportThreadFailed>>()
        const listening = new Map<number, (progress: ApplyProgress) => void>()
        let worker: Worker | undefined
        let idle: NodeJS.Timeout | undefined
        let lastJobId = 0

        const failAll = () => {
          for (const deferred of waiting.values()) Deferred.doneUnsafe(deferred, Effect.fail(new ImportThreadFailed()))
          waiting.clear()
        }
        const start = () => {
          const started = startWorker("import-worker", {
            workerData,
            resourceLimits: {
              maxOldGenerationSizeMb: heapMegabytesMax,
              maxYoungGenerationSizeMb: youngMegabytesMax
            }
          })
          started.on("message", (answer: ImportAnswer) => {
            if (answer.kind === "wake") {
              Effect.runForkWith(context)(wakeUp.signal)
              return
            }
            if (answer.kind === "committed") {
              Effect.runForkWith(context)(signal.committed(answer.projectId))
              return
            }
            if (answer.kind === "progress") {
              listening.get(answer.id)?.(answer.progress)
              return
            }
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
          if (waiting.size > 0) return
          idle = setTimeout(() => {
            worker?.postMessage("stop")
            worker = undefined
          }, idleMillis).unref()
        }
        yield* Effect.addFinalizer(() =>
          turns.withPermits(jobsMax)(
            Effect.promise(async () => {
              clearTimeout(idle)
              await worker?.terminate()
            })
          )
        )
        return (makeJob: (id: number) => ImportJob, onProgress: (progress: ApplyProgress) => void = () => {}) =>
          turns.withPermit(
            Effect.gen(function* () {
              clearTimeout(idle)
              const deferred = yield* Deferred.make<JobAnswer, ImportThreadFailed>()
              const job = makeJob(++lastJobId)
              waiting.set(job.id, deferred)
              listening.set(job.id, onProgress)
              worker ??= start()
              worker.postMessage(job)
              const answer = yield* Effect.ensuring(
                Deferred.await(deferred),
                Effect.sync(() => listening.delete(job.id))
              )
              if (answer.kind === "done") return answer.result
              if (answer.isDatabaseBusy) return yield* Effect.die(new DatabaseBusy({ cause: answer.message }))
              yield* Effect.logError("an import job failed", answer.message)
              return yield* Effect.fail(new ImportThreadFailed())
            }).pipe(Effect.ensuring(Effect.sync(stopWhenIdle)))
          )
      })
      const run = yield* makeLane(1)
      const runSmall = yield* makeLane(smallJobsMax)
      const inTurnOf = makeProjectSemaphore()

      // What a killed server left behind.
      yield* Effect.promise(() => rm(uploadFolder(dataDir), { recursive: true, force: true }))
      const erase = Effect.ignore(run((id) => ({ id, kind: "erase", now: clock.currentTimeMillisUnsafe() })))
      if (yield* staging.hasRemoved) yield* Effect.forkScoped(erase)
      const noAnswer = Effect.fail(new ImportThreadFailed())
      // A client that goes away does not interrupt the thread: its turn ends when the thread has answered.
      const ask = (
        lane: typeof run,
        makeJob: (id: number) => ImportJob,
        onProgress?: (progress: ApplyProgress) => void
      ) => Effect.uninterruptible(lane(makeJob, onProgress))
      const runSmallOf =
        (projectId: number): typeof run =>
        (...job) =>
          inTurnOf(projectId, runSmall(...job))
      return ImportThread.of({
        stage: (upload) =>
          Effect.flatMap(
            ask(run, (id) => ({ id, kind: "stage", upload })),
            (result) => (result?.kind === "staged" || result?.kind === "refused" ? Effect.succeed(result) : noAnswer)
          ),
        importFiles: (singleStep) =>
          Effect.flatMap(
            Effect.flatMap(areSmall(singleStep.files), (isSmall) =>
              ask(isSmall ? runSmallOf(singleStep.authority.projectId) : run, (id) => ({
                id,
                kind: "singleStep",
                singleStep
              }))
            ),
            (result) => (result?.kind === "applied" || result?.kind === "refused" ? Effect.succeed(result) : noAnswer)
          ),
        importBody: (body) =>
          Effect.flatMap(
            ask(body.body.kind === "bytes" ? runSmallOf(body.access.projectId) : run, (id) => ({
              id,
              kind: "body",
              body
            })),
            (result) => (result?.kind === "answered" || result?.kind === "refused" ? Effect.succeed(result) : noAnswer)
          ),
        applyStaged: (staged, onProgress) =>
          Effect.flatMap(
            ask(run, (id) => ({ id, kind: "applyStaged", apply: staged }), onProgress),
            (result) =>
              result?.kind === "appliedStaged" || result?.kind === "refused" ? Effect.succeed(result) : noAnswer
          ),
        change: (owner, change) =>
          Effect.flatMap(
            ask(runSmallOf(owner.projectId), (id) => ({ id, kind: "change", owner, change })),
            (result) => (result?.kind === "changed" ? Effect.succeed(result.changed) : noAnswer)
          ),
        erase: Effect.asVoid(Effect.forkDetach(erase))
      })
    })
  )
}
