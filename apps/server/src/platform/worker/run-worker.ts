import { workerData } from "node:worker_threads"
import * as NodeWorkerRunner from "@effect/platform-node/NodeWorkerRunner"
import { Cause, Effect, Layer, Schema } from "effect"
import { RpcServer } from "effect/rpc"

/** How jobs are done: a defect fails its job and no other. */
export const jobServerOptions = { disableTracing: true, disableFatalDefects: true }

/** To be called once by the entry of a thread, with `RpcServer.layer` of its jobs. The thread dies when the layer fails. */
export const runWorker = <E>(server: Layer.Layer<never, E, RpcServer.Protocol>): void => {
  const running = server.pipe(
    Layer.provide(RpcServer.layerProtocolWorkerRunner),
    Layer.provide(NodeWorkerRunner.layer),
    Layer.launch,
    // An idle thread ends when the main thread says so.
    Effect.catchCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.failCause(cause))),
    // Nothing exports spans, and each one costs as much as a short statement.
    Effect.withTracerEnabled(false)
  )
  void Effect.runPromise(running)
}

/** What the thread was started with. */
export const readWorkerData = <A>(schema: Schema.ConstraintDecoder<A>): A =>
  Schema.decodeUnknownSync(schema)(workerData)
