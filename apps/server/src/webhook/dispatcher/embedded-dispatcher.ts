import { recordAttempts } from "@dragoman/delivery"
import { CurrentLogThreshold, Readiness } from "@dragoman/monitoring"
import { sharedSettings } from "@dragoman/settings"
import { WebhookConfigurationRepository } from "@dragoman/store"
import { Clock, Effect, Latch, Layer, Queue, Stream } from "effect"
import { CommitSignal } from "../../change/commit-signal.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { makeWorker } from "../../platform/worker/worker.ts"
import { DispatcherJobs } from "./dispatcher-messages.ts"
import { keepDispatching } from "./keep-dispatching.ts"

/** Number of concurrent jobs: `dispatch`, which runs all the time, `wake` and `stop`. */
const jobsPerThread = 3

/**
 * Runs the dispatcher in a thread of this process, unless the settings name an external one. A server without webhooks
 * starts the thread with the first delivery. Closing the layer waits for the attempts in progress; a thread that is
 * still loading is ended at once. A thread that dies is restarted: its leases expire, and no delivery is lost.
 */
export const layerDispatcher = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* Settings
    const commits = yield* CommitSignal
    const { reportPart } = yield* Readiness
    if (settings.webhookDispatcher === "external") return
    const worker = yield* makeWorker(DispatcherJobs, {
      name: "dispatcher-worker",
      workerData: { settings: sharedSettings(settings), logMemory: (yield* CurrentLogThreshold).memory },
      jobsPerThread,
      isInterruptible: true
    })
    const configurations = yield* WebhookConfigurationRepository
    // On PostgreSQL other servers commit deliveries as well, and may stop before they have sent them.
    const hasDeliveries = yield* Latch.make(settings.database.engine === "postgres" || (yield* configurations.exist))
    const wakeUps = yield* Queue.sliding<void>(1)
    let isDispatching = false
    let isStopping = false

    const dispatch = Effect.ensuring(
      worker.run(({ dispatch: start }) =>
        Stream.runForEach(start(), (counts) =>
          Effect.suspend(() => {
            isDispatching = true
            return recordAttempts(counts)
          })
        )
      ),
      Effect.sync(() => {
        isDispatching = false
      })
    )
    // A dispatcher that was stopped has ended as expected.
    const untilStopped = Effect.suspend(() => (isStopping ? Effect.never : Effect.void))
    const dispatching = hasDeliveries.await.pipe(
      Effect.andThen(Effect.exit(dispatch)),
      Effect.andThen((exit) => Effect.andThen(untilStopped, exit))
    )
    yield* keepDispatching(dispatching, (isUp) => reportPart("webhookDispatcher", isUp)).pipe(
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.forkScoped
    )
    yield* Queue.take(wakeUps).pipe(
      Effect.andThen(Effect.ignore(worker.run(({ wake }) => wake()))),
      Effect.forever,
      Effect.forkScoped
    )
    // A dispatcher that starts claims deliveries without a wake-up.
    commits.listen(({ deliveries }) => {
      if (deliveries === 0) return
      hasDeliveries.openUnsafe()
      if (isDispatching) Queue.offerUnsafe(wakeUps, undefined)
    })
    yield* Effect.addFinalizer(() => {
      isStopping = true
      return isDispatching ? Effect.ignore(worker.run(({ stop }) => stop())) : Effect.void
    })
  })
)
