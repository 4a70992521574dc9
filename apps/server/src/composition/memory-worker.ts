import { Database, MemoryIndexRepository } from "@dragoman/store"
import { Layer } from "effect"
import { RpcServer } from "effect/rpc"
import { indexMemory, MemoryJobs } from "../assistance/memory/index-memory.ts"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { jobServerOptions, readWorkerData, runWorker } from "../platform/worker/run-worker.ts"
import { DatabaseWorkerData } from "../platform/worker/worker-messages.ts"
import { yieldToRequests } from "../platform/worker/yield-to-requests.ts"

// Indexes base texts for the translation memory as a thread of the server, on a database connection of its own.
const { database } = readWorkerData(DatabaseWorkerData)

yieldToRequests()
runWorker(
  RpcServer.layer(MemoryJobs, jobServerOptions).pipe(
    Layer.provide(MemoryJobs.toLayer({ index: indexMemory })),
    Layer.provide(MemoryIndexRepository.layer),
    Layer.provide(Database.layer),
    Layer.provide(layerEngineOf(database))
  )
)
