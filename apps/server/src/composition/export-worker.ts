import { workerData } from "node:worker_threads"
import { Database, ExportRepository } from "@dragoman/store"
import { Layer, ManagedRuntime } from "effect"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { answerJobs } from "../platform/worker/answer-jobs.ts"
import type { ExportThreadJob, ExportWorkerData } from "../transfer/export/export-messages.ts"
import { writeExport } from "../transfer/export/write-export.ts"

// Exports as a thread of the server: one after the other, with a connection of their own for the snapshot.
const { database } = workerData as ExportWorkerData

answerJobs(
  ManagedRuntime.make(
    ExportRepository.layer.pipe(Layer.provideMerge(Database.layer), Layer.provideMerge(layerEngineOf(database)))
  ),
  (job) => writeExport(job as ExportThreadJob)
)
