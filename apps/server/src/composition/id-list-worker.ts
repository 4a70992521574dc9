import { Layer } from "effect"
import { RpcServer } from "effect/rpc"
import { decodeIdList, IdListJobs } from "../platform/id-list/decode-id-list.ts"
import { jobServerOptions, runWorker } from "../platform/worker/run-worker.ts"

// Parses long lists of ids as a thread of the server. It needs no database.
runWorker(
  RpcServer.layer(IdListJobs, jobServerOptions).pipe(Layer.provide(IdListJobs.toLayer({ decode: decodeIdList })))
)
