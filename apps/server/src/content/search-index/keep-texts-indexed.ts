import { repeatSurviving } from "@dragoman/background"
import { SearchIndexRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { lastingThreadConnections } from "../../platform/database/database-connections.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { makeWorker } from "../../platform/worker/worker.ts"
import { DatabaseWorkerData } from "../../platform/worker/worker-messages.ts"
import { SearchIndexJobs } from "./index-texts.ts"

/** Poll interval for changed texts: searches look through those that wait. */
const pollInterval = "5 seconds"

/** Pause after a failure: PostgreSQL may have rejected the extension, or ended a build of half an hour. */
const retryMillis = 3_600_000

/** Heap of the thread: it moves some hundred texts at a time. */
const heapMegabytesMax = 128

/** Makes the index of texts once a database is large enough, and keeps it in step, in a thread. */
export const keepTextsIndexed = Effect.gen(function* () {
  const settings = yield* Settings
  const { workerMegabytesMax } = settings
  const index = yield* SearchIndexRepository
  const { run } = yield* makeWorker(SearchIndexJobs, {
    name: "memory-worker",
    // A build lifts the time limits of its session.
    workerData: DatabaseWorkerData.make({ database: lastingThreadConnections(settings) }),
    isInterruptible: true,
    resourceLimits: { maxOldGenerationSizeMb: workerMegabytesMax ?? heapMegabytesMax }
  })
  let retriesAt = 0
  const round = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now < retriesAt || !((yield* index.hasPending) || (yield* index.readState) === "missing")) return
    retriesAt = now + retryMillis
    yield* run(({ indexTexts }) => indexTexts({}))
    retriesAt = 0
  })
  yield* repeatSurviving("Indexing texts for searches failed", round, pollInterval).pipe(
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )
})
