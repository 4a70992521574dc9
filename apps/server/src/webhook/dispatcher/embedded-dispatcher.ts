import { once } from "node:events"
import { recordAttempts } from "@dragoman/delivery"
import { sharedSettings } from "@dragoman/settings"
import { Effect, Layer } from "effect"
import { DispatcherWakeUp } from "../../change/after-commit/dispatcher-wake-up.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { startWorker } from "../../platform/worker/start-worker.ts"
import type { DispatcherMessage, DispatcherReport } from "./dispatcher-messages.ts"

/** Webhooks wait in the database while the thread is away; it comes back after this pause. */
const restartMillis = 1_000

/**
 * The dispatcher in a thread of this process, when the settings say so. Closing the layer waits until what is being sent is
 * finished; a thread that is still loading is ended at once. A thread that dies is started again: its leases end, and nothing is lost.
 */
export const layerDispatcher = Layer.effect(
  DispatcherWakeUp,
  Effect.gen(function* () {
    const settings = yield* Settings
    if (settings.webhookDispatcher === "external") return { signal: Effect.void }
    const context = yield* Effect.context<never>()
    const workerData = sharedSettings(settings)
    let isStopping = false
    let isStarted = false
    const start = () => {
      const started = startWorker("dispatcher-worker", { workerData })
      isStarted = false
      started.on("message", (report: DispatcherReport) => {
        if (report !== "ready") Effect.runSyncWith(context)(recordAttempts(report.attempts))
        else if (!isStopping) {
          isStarted = true
          send("start")
        }
      })
      started.once("error", (error) => {
        Effect.runForkWith(context)(Effect.logError("Webhook dispatcher failed, restarting", error))
      })
      started.once("exit", () => {
        if (!isStopping) setTimeout(restart, restartMillis).unref()
      })
      return started
    }
    const restart = () => {
      if (!isStopping) worker = start()
    }
    let worker = start()
    const send = (message: DispatcherMessage) => worker.postMessage(message)
    yield* Effect.addFinalizer(() =>
      Effect.promise(async () => {
        isStopping = true
        if (worker.threadId === -1) return
        if (!isStarted) {
          await worker.terminate()
          return
        }
        const ended = once(worker, "exit")
        send("stop")
        await ended
      })
    )
    return { signal: Effect.sync(() => send("wake")) }
  })
)
