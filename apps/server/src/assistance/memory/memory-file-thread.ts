import type { DomainError } from "@dragoman/domain/error"
import { Context, Effect, Layer } from "effect"
import { threadConnections } from "../../platform/database/database-connections.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { makeWorker, orDieOfWorker } from "../../platform/worker/worker.ts"
import { DatabaseWorkerData } from "../../platform/worker/worker-messages.ts"
import {
  type CheckMemoryFile,
  type ExportMemory,
  type ImportedUnits,
  type ImportMemoryFile,
  MemoryFileJobs
} from "./memory-file-messages.ts"

/** Heap of the thread: files are read and written in blocks, and only the ids of a memory are in it as a whole. */
const heapMegabytesMax = 256

/** Reads and writes files of translation memories in a thread, one after the other. */
export class MemoryFileThread extends Context.Service<
  MemoryFileThread,
  {
    /** Reads a whole file and returns the number of its units, so that a broken one changes nothing. */
    readonly check: (file: CheckMemoryFile) => Effect.Effect<number, DomainError>
    readonly importFile: (job: ImportMemoryFile) => Effect.Effect<ImportedUnits, DomainError>
    readonly exportMemory: (job: ExportMemory) => Effect.Effect<void>
  }
>()("@dragoman/server/assistance/memory/MemoryFileThread") {
  static readonly layer = Layer.effect(
    MemoryFileThread,
    Effect.gen(function* () {
      const settings = yield* Settings
      const { workerMegabytesMax } = settings
      const worker = yield* makeWorker(MemoryFileJobs, {
        name: "memory-worker",
        workerData: DatabaseWorkerData.make({ database: threadConnections(settings) }),
        resourceLimits: { maxOldGenerationSizeMb: workerMegabytesMax ?? heapMegabytesMax },
        finishesJobs: true
      })
      return MemoryFileThread.of({
        check: (file) => orDieOfWorker(worker.run(({ check }) => check(file))),
        importFile: (job) => orDieOfWorker(worker.run(({ importFile }) => importFile(job))),
        exportMemory: (job) => Effect.orDie(worker.run(({ exportMemory }) => exportMemory(job)))
      })
    })
  )
}
