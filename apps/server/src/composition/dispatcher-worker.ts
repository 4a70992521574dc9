import { dispatcherConnection, makeAttemptCounter, runDispatcher } from "@dragoman/delivery"
import { LogThreshold, layerLogging } from "@dragoman/monitoring"
import { dispatcherOptions, SharedSettings } from "@dragoman/settings"
import { EncryptionKeys, outageReason } from "@dragoman/store"
import { Effect, Fiber, Layer, Queue, Schema, Stream } from "effect"
import { RpcServer } from "effect/rpc"
import { dispatcherThreadConnections } from "../platform/database/database-connections.ts"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { jobServerOptions, readWorkerData, runWorker } from "../platform/worker/run-worker.ts"
import { yieldToRequests } from "../platform/worker/yield-to-requests.ts"
import { DispatcherJobs } from "../webhook/dispatcher/dispatcher-messages.ts"

/** Attempts are counted here, and reported to the main thread in a few numbers. */
const reportPause = "1 second"

// Runs the webhook dispatcher as a thread of the server, with a connection of its own.
const { settings, logMemory } = readWorkerData(
  Schema.Struct({ settings: SharedSettings, logMemory: Schema.instanceOf(SharedArrayBuffer) })
)

const handlers = Effect.gen(function* () {
  const wakeUps = yield* Queue.sliding<void>(1)
  let stop = Effect.void
  return DispatcherJobs.of({
    dispatch: () =>
      Stream.callback((reports) =>
        Effect.gen(function* () {
          const counter = makeAttemptCounter()
          const report = Effect.sync(() => {
            const counts = counter.take()
            if (counts.length > 0) Queue.offerUnsafe(reports, counts)
          })
          const dispatcher = yield* Effect.forkScoped(
            runDispatcher({
              ...dispatcherOptions(settings),
              onAttempts: counter.add,
              wakeUps: Stream.fromQueue(wakeUps)
            })
          )
          stop = Fiber.interrupt(dispatcher)
          Queue.offerUnsafe(reports, [])
          yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(reportPause), report)))
          yield* Effect.ensuring(Fiber.join(dispatcher), report)
        }).pipe(
          Effect.provideService(EncryptionKeys, settings.encryptionKey),
          // It connects when `dispatch` starts: a thread that is ended while it loads has not opened the database.
          Effect.provide(layerEngineOf(dispatcherThreadConnections(settings), dispatcherConnection)),
          Effect.ensuring(Queue.end(reports))
        )
      ),
    wake: () => Effect.sync(() => void Queue.offerUnsafe(wakeUps, undefined)),
    stop: () => Effect.suspend(() => stop)
  })
})

yieldToRequests()
runWorker(
  RpcServer.layer(DispatcherJobs, jobServerOptions).pipe(
    Layer.provide(DispatcherJobs.toLayer(handlers)),
    Layer.provide(layerLogging({ ...settings, threshold: new LogThreshold(logMemory), reasonOf: outageReason }))
  )
)
