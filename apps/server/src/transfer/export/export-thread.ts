import { randomUUID } from "node:crypto"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import type { DomainError } from "@dragoman/domain/error"
import { Context, Effect, Fiber, Layer, type Scope } from "effect"
import { Settings } from "../../platform/settings/settings.ts"
import { heavyHeapMegabytes } from "../../platform/worker/heavy-jobs.ts"
import { makeWorker, orDieOfWorker } from "../../platform/worker/worker.ts"
import { DatabaseWorkerData } from "../../platform/worker/worker-messages.ts"
import { type ExportJob, ExportJobs, type ExportTask, type WrittenExport } from "./export-messages.ts"

/** Heap of the thread: several times a namespace with its texts in one language. Beyond it the thread ends, not the server. */
const heapMegabytesMax = 1_024

/** Folder for files of exports until they are sent, in the data directory. */
export const exportFolder = (dataDir: string): string => join(dataDir, "exports")

/** An export as a file, which exists until the scope closes. */
export interface ExportFile extends WrittenExport {
  readonly path: string
}

/** Renders exports in a thread, one after the other, because each holds a namespace in memory. */
export class ExportThread extends Context.Service<
  ExportThread,
  {
    readonly write: (
      job: ExportJob,
      archive: "always" | "unlessSingle"
    ) => Effect.Effect<ExportFile, DomainError, Scope.Scope>
    /** Lists only the warnings; `bytes` is 0. */
    readonly listWarnings: (job: ExportJob) => Effect.Effect<WrittenExport, DomainError, Scope.Scope>
  }
>()("@dragoman/server/transfer/export/ExportThread") {
  static readonly layer = Layer.effect(
    ExportThread,
    Effect.gen(function* () {
      const { database, dataDir, workerMegabytesMax } = yield* Settings
      const heapMegabytes = workerMegabytesMax ?? (yield* heavyHeapMegabytes(heapMegabytesMax))
      const worker = yield* makeWorker(ExportJobs, {
        name: "export-worker",
        workerData: DatabaseWorkerData.make({ database }),
        isHeavy: true,
        resourceLimits: { maxOldGenerationSizeMb: heapMegabytes }
      })
      const folder = exportFolder(dataDir)
      // These files remain from a killed server.
      yield* Effect.promise(() => rm(folder, { recursive: true, force: true }))

      /** When the scope closes, a running job is cancelled and its file removed. */
      const run = Effect.fnUntraced(function* (job: ExportJob, output: ExportTask["output"]) {
        const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
        const running = yield* Effect.forkDetach(
          orDieOfWorker(worker.run(({ write }) => write({ job, output, cancelled })))
        )
        const removeFile = Effect.promise(() =>
          output === null ? Promise.resolve() : rm(output.path, { force: true })
        )
        yield* Effect.addFinalizer(() => {
          Atomics.store(cancelled, 0, 1)
          return Effect.forkDetach(Effect.andThen(Fiber.await(running), removeFile))
        })
        return yield* Fiber.join(running)
      })

      return ExportThread.of({
        write: Effect.fnUntraced(function* (job, archive) {
          yield* Effect.promise(() => mkdir(folder, { recursive: true, mode: 0o700 }))
          const path = join(folder, randomUUID())
          return { ...(yield* run(job, { path, archive })), path }
        }),
        listWarnings: (job) => run(job, null)
      })
    })
  )
}
