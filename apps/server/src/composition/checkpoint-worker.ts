import { makeCheckpoint } from "@dragoman/store"
import { Effect, Layer } from "effect"
import { RpcServer } from "effect/rpc"
import { CheckpointJobs, CheckpointWorkerData } from "../platform/database/keep-log-short.ts"
import { nativeBinding } from "../platform/database/layer-engine.ts"
import { jobServerOptions, readWorkerData, runWorker } from "../platform/worker/run-worker.ts"

// Copies the write-ahead log of SQLite into the database as a thread of the server.
const { filename } = readWorkerData(CheckpointWorkerData)

runWorker(
  RpcServer.layer(CheckpointJobs, jobServerOptions).pipe(
    Layer.provide(
      CheckpointJobs.toLayer(
        Effect.map(makeCheckpoint({ filename, nativeBinding: nativeBinding() }), (checkpoint) => ({
          checkpoint: () => checkpoint
        }))
      )
    )
  )
)
