import { randomUUID } from "node:crypto"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { Context, Effect, Fiber, Layer, type Scope, Semaphore } from "effect"
import { Settings } from "../../platform/settings/settings.ts"
import { makeWorkerThread, type WorkerThreadFailed } from "../../platform/worker/worker-thread.ts"
import type {
  ExportJob,
  ExportResult,
  ExportThreadJob,
  ExportWorkerData,
  RefusedExport,
  WrittenExport
} from "./export-messages.ts"

/** Heap of the thread: a namespace with its texts in one language, several times; beyond it the thread dies, not the server. */
const heapMegabytesMax = 1_024

/** Where files of exports lie until they are sent, below the data directory. */
export const exportFolder = (dataDir: string): string => join(dataDir, "exports")

/** An export as a file, which is there until the scope closes. */
export interface ExportFile extends WrittenExport {
  readonly path: string
}

/** The thread that renders exports; one after the other, because each holds a namespace in memory. */
export class ExportThread extends Context.Service<
  ExportThread,
  {
    readonly write: (
      job: ExportJob,
      archive: "always" | "unlessSingle"
    ) => Effect.Effect<ExportFile | RefusedExport, WorkerThreadFailed, Scope.Scope>
    /** Only what the format cannot carry; `bytes` is 0. */
    readonly listNotices: (
      job: ExportJob
    ) => Effect.Effect<WrittenExport | RefusedExport, WorkerThreadFailed, Scope.Scope>
  }
>()("@dragoman/server/transfer/export/ExportThread") {
  static readonly layer = Layer.effect(
    ExportThread,
    Effect.gen(function* () {
      const { database, dataDir } = yield* Settings
      const workerData: ExportWorkerData = { database }
      const thread = yield* makeWorkerThread({
        name: "export-worker",
        workerData,
        resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax }
      })
      const turn = yield* Semaphore.make(1)
      const folder = exportFolder(dataDir)
      // What a killed server left behind.
      yield* Effect.promise(() => rm(folder, { recursive: true, force: true }))

      /** When the scope closes, a job that still runs ends soon, and its file goes with it. */
      const run = Effect.fnUntraced(function* (job: ExportJob, output: ExportThreadJob["output"]) {
        const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
        const threadJob: ExportThreadJob = { job, output, cancelled }
        const running = yield* Effect.forkDetach(turn.withPermit(thread.run(threadJob)))
        const removeFile = Effect.promise(() =>
          output === null ? Promise.resolve() : rm(output.path, { force: true })
        )
        yield* Effect.addFinalizer(() => {
          Atomics.store(cancelled, 0, 1)
          return Effect.forkDetach(Effect.andThen(Fiber.await(running), removeFile))
        })
        const result = (yield* Fiber.join(running)) as ExportResult
        // Nobody but the finalizer cancels, and then nobody is here.
        return result.kind === "cancelled" ? yield* Effect.interrupt : result
      })

      return ExportThread.of({
        write: Effect.fnUntraced(function* (job, archive) {
          yield* Effect.promise(() => mkdir(folder, { recursive: true, mode: 0o700 }))
          const path = join(folder, randomUUID())
          const result = yield* run(job, { path, archive })
          return result.kind === "written" ? { ...result, path } : result
        }),
        listNotices: (job) => run(job, null)
      })
    })
  )
}
