import { parentPort, workerData } from "node:worker_threads"
import { runDispatcher } from "@dragoman/delivery"
import { parseAllowList } from "@dragoman/domain/webhook"
import { Effect, Fiber, Queue, Stream } from "effect"
import { layerEngineOf } from "../database/layer-engine.ts"
import { layerLogging } from "../logging/layer-logging.ts"
import type { DispatcherMessage, DispatcherWorkerData } from "./dispatcher-messages.ts"

// The webhook dispatcher as a thread of the server. It speaks to the database on its own connection and hears two words.
const { database, webhookAllow, webhookTimeoutMillis, logLevel, logFormat } = workerData as DispatcherWorkerData

const program = Effect.gen(function* () {
  const wakeUps = yield* Queue.sliding<void>(1)
  const dispatcher = yield* Effect.forkChild(
    runDispatcher({
      allowList: parseAllowList(webhookAllow).allowList,
      timeoutMillis: webhookTimeoutMillis,
      wakeUps: Stream.fromQueue(wakeUps)
    })
  )
  parentPort?.on("message", (message: DispatcherMessage) => {
    if (message === "wake") Queue.offerUnsafe(wakeUps, undefined)
    else dispatcher.interruptUnsafe()
  })
  yield* Fiber.await(dispatcher)
}).pipe(Effect.provide(layerEngineOf(database)), Effect.provide(layerLogging({ logLevel, logFormat })))

void Effect.runPromise(program).then(() => parentPort?.close())
