import { randomUUID } from "node:crypto"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import type { DomainError } from "@dragoman/domain/error"
import { Context, Effect, Fiber, Layer, type Scope } from "effect"
import { threadConnections } from "../../platform/database/database-connections.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { heavyHeapMegabytes } from "../../platform/worker/heavy-jobs.ts"
import { makeWorker, orDieOfWorker, type WorkerFailed } from "../../platform/worker/worker.ts"
import { DatabaseWorkerData } from "../../platform/worker/worker-messages.ts"
import { type ExportedFile, type ExportJob, ExportJobs, type FilesTask, type WrittenExport } from "./export-messages.ts"

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
    /** Writes each file on its own, into a folder that exists until the scope closes. */
    readonly writeFiles: (
      job: ExportJob,
      options: Omit<FilesTask["output"], "folder">
    ) => Effect.Effect<
      { readonly folder: string; readonly files: ReadonlyArray<ExportedFile> },
      DomainError,
      Scope.Scope
    >
    /** Lists only the warnings; `bytes` is 0. */
    readonly listWarnings: (job: ExportJob) => Effect.Effect<WrittenExport, DomainError, Scope.Scope>
  }
>()("@dragoman/server/transfer/export/ExportThread") {
  static readonly layer = Layer.effect(
    ExportThread,
    Effect.gen(function* () {
      const settings = yield* Settings
      const { dataDir, workerMegabytesMax } = settings
      const heapMegabytes = workerMegabytesMax ?? (yield* heavyHeapMegabytes(heapMegabytesMax))
      const worker = yield* makeWorker(ExportJobs, {
        name: "export-worker",
        workerData: DatabaseWorkerData.make({ database: threadConnections(settings) }),
        isHeavy: true,
        resourceLimits: { maxOldGenerationSizeMb: heapMegabytes }
      })
      const folder = exportFolder(dataDir)
      // These files remain from a killed server.
      yield* Effect.promise(() => rm(folder, { recursive: true, force: true }))

      /** When the scope closes, a running job is cancelled, and its file or folder is removed. */
      const run = Effect.fnUntraced(function* <A>(
        start: (cancelled: Int32Array) => Effect.Effect<A, DomainError | WorkerFailed>,
        path: string | null
      ) {
        const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
        const running = yield* Effect.forkDetach(orDieOfWorker(start(cancelled)))
        const remove = Effect.promise(() =>
          path === null ? Promise.resolve() : rm(path, { recursive: true, force: true })
        )
        yield* Effect.addFinalizer(() => {
          Atomics.store(cancelled, 0, 1)
          return Effect.forkDetach(Effect.andThen(Fiber.await(running), remove))
        })
        return yield* Fiber.join(running)
      })

      return ExportThread.of({
        write: Effect.fnUntraced(function* (job, archive) {
          yield* Effect.promise(() => mkdir(folder, { recursive: true, mode: 0o700 }))
          const path = join(folder, randomUUID())
          const output = { path, archive }
          return {
            ...(yield* run((cancelled) => worker.run(({ write }) => write({ job, output, cancelled })), path)),
            path
          }
        }),
        writeFiles: Effect.fnUntraced(function* (job, options) {
          const path = join(folder, randomUUID())
          yield* Effect.promise(() => mkdir(path, { recursive: true, mode: 0o700 }))
          const output = { ...options, folder: path }
          const files = yield* run(
            (cancelled) => worker.run(({ writeFiles }) => writeFiles({ job, output, cancelled })),
            path
          )
          return { folder: path, files }
        }),
        listWarnings: (job) =>
          run((cancelled) => worker.run(({ write }) => write({ job, output: null, cancelled })), null)
      })
    })
  )
}
