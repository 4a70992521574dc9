import type { DomainError } from "@dragoman/domain/error"
import { Context, Effect, Layer } from "effect"
import { threadConnections } from "../../platform/database/database-connections.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { makeWorker, orDieOfWorker } from "../../platform/worker/worker.ts"
import { DatabaseWorkerData } from "../../platform/worker/worker-messages.ts"
import {
  type CheckGlossary,
  type ExportGlossary,
  GlossaryFileJobs,
  type ImportGlossary
} from "./glossary-file-messages.ts"

/** Heap of the thread: the terms of a glossary and of a file, each of limited size. */
const heapMegabytesMax = 512

/** Reads and writes files of glossaries in a thread, one after the other. */
export class GlossaryFileThread extends Context.Service<
  GlossaryFileThread,
  {
    /** Reads a whole file and returns the number of its terms. */
    readonly check: (file: CheckGlossary) => Effect.Effect<number, DomainError>
    readonly importFile: (job: ImportGlossary) => Effect.Effect<void, DomainError>
    readonly exportFile: (job: ExportGlossary) => Effect.Effect<void>
  }
>()("@dragoman/server/assistance/glossary/GlossaryFileThread") {
  static readonly layer = Layer.effect(
    GlossaryFileThread,
    Effect.gen(function* () {
      const settings = yield* Settings
      const { workerMegabytesMax } = settings
      const worker = yield* makeWorker(GlossaryFileJobs, {
        name: "memory-worker",
        workerData: DatabaseWorkerData.make({ database: threadConnections(settings) }),
        resourceLimits: { maxOldGenerationSizeMb: workerMegabytesMax ?? heapMegabytesMax },
        finishesJobs: true
      })
      return GlossaryFileThread.of({
        check: (file) => orDieOfWorker(worker.run(({ checkGlossary }) => checkGlossary(file))),
        importFile: (job) => orDieOfWorker(worker.run(({ importGlossary }) => importGlossary(job))),
        exportFile: (job) => Effect.orDie(worker.run(({ exportGlossary }) => exportGlossary(job)))
      })
    })
  )
}
