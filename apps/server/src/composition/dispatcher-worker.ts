import { parentPort, workerData } from "node:worker_threads"
import { runDispatcher } from "@dragoman/delivery"
import { dispatcherOptions, type SharedSettings } from "@dragoman/settings"
import { EncryptionKeys } from "@dragoman/store"
import { Cause, Deferred, Effect, Exit, Fiber, Queue, Stream } from "effect"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { layerLogging } from "../platform/logging/layer-logging.ts"
import type { DispatcherMessage, DispatcherReport } from "../webhook/dispatcher/dispatcher-messages.ts"

// The webhook dispatcher as a thread of the server, with its own connection to the database.
const settings = workerData as SharedSettings

const report = (message: DispatcherReport): void => parentPort?.postMessage(message)

const program = Effect.gen(function* () {
  const wakeUps = yield* Queue.sliding<void>(1)
  const mayStart = yield* Deferred.make<void>()
  const dispatcher = yield* Effect.forkChild(
    Effect.andThen(
      Deferred.await(mayStart),
      runDispatcher({
        ...dispatcherOptions(settings),
        onAttempts: (attempts) =>
          report({ attempts: attempts.map(({ status, durationMillis }) => ({ status, durationMillis })) }),
        wakeUps: Stream.fromQueue(wakeUps)
      })
    )
  )
  parentPort?.on("message", (message: DispatcherMessage) => {
    if (message === "start") Deferred.doneUnsafe(mayStart, Effect.void)
    else if (message === "wake") Queue.offerUnsafe(wakeUps, undefined)
    else dispatcher.interruptUnsafe()
  })
  report("ready")
  const exit = yield* Fiber.await(dispatcher)
  // The thread ends, and the server starts another one.
  if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) {
    yield* Effect.logError("The webhook dispatcher failed", exit.cause)
  }
}).pipe(
  Effect.provideService(EncryptionKeys, settings.encryptionKey),
  Effect.provide(layerEngineOf(settings.database)),
  Effect.provide(layerLogging(settings))
)

void Effect.runPromise(program).then(() => parentPort?.close())
