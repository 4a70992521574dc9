import { workerData } from "node:worker_threads"
import { layerSpanExport } from "@dragoman/monitoring/tracing"
import * as NodeWorkerRunner from "@effect/platform-node/NodeWorkerRunner"
import { Cause, Effect, Exit, Layer, Schema } from "effect"
import { RpcServer } from "effect/rpc"
import { programVersion } from "../program-version.ts"
import { JobTraces } from "./trace-jobs.ts"

/** A defect fails its job and no other. */
export const jobServerOptions = { disableTracing: true, disableFatalDefects: true }

/** Runs the jobs of a thread; its entry calls this once, with `RpcServer.layer` of the jobs. The thread ends if the layer fails. */
export const runWorker = <E>(server: Layer.Layer<never, E, RpcServer.Protocol | JobTraces>): void => {
  const running = server.pipe(
    Layer.provide(RpcServer.layerProtocolWorkerRunner),
    Layer.provide(NodeWorkerRunner.layer),
    Layer.provide(JobTraces.layer),
    Layer.provide(layerSpanExport(process.env, { name: "dragoman", version: programVersion })),
    Layer.launch,
    // Each span costs as much as a short statement: jobs of recorded requests switch them on.
    Effect.withTracerEnabled(false)
  )
  Effect.runCallback(running, {
    onExit: (exit) => {
      // The main thread ends idle threads by an interrupt.
      if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) throw Cause.squash(exit.cause)
    }
  })
}

/** Reads the data that the main thread started this thread with. */
export const readWorkerData = <A>(schema: Schema.ConstraintDecoder<A>): A =>
  Schema.decodeUnknownSync(schema)(workerData)
