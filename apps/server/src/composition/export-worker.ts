import { Database, ExportRepository } from "@dragoman/store"
import { Layer } from "effect"
import { RpcServer } from "effect/rpc"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { jobServerOptions, readWorkerData, runWorker } from "../platform/worker/run-worker.ts"
import { DatabaseWorkerData } from "../platform/worker/worker-messages.ts"
import { yieldToRequests } from "../platform/worker/yield-to-requests.ts"
import { ExportJobs } from "../transfer/export/export-messages.ts"
import { writeExport } from "../transfer/export/write-export.ts"
import { writeExportFiles } from "../transfer/export/write-export-files.ts"

// Runs exports as a thread of the server, with a connection of their own for the snapshot.
const { database } = readWorkerData(DatabaseWorkerData)

yieldToRequests()
runWorker(
  RpcServer.layer(ExportJobs, jobServerOptions).pipe(
    Layer.provide(ExportJobs.toLayer({ write: writeExport, writeFiles: writeExportFiles })),
    Layer.provide(ExportRepository.layer.pipe(Layer.provideMerge(Database.layer))),
    Layer.provide(layerEngineOf(database))
  )
)
