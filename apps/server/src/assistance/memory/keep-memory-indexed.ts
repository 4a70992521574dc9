import { repeatSurviving } from "@dragoman/background"
import { MemoryIndexRepository } from "@dragoman/store"
import { Clock, Context, Effect } from "effect"
import { CommitSignal } from "../../change/commit-signal.ts"
import { threadConnections } from "../../platform/database/database-connections.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { makeWorker } from "../../platform/worker/worker.ts"
import { DatabaseWorkerData } from "../../platform/worker/worker-messages.ts"
import { MemoryJobs } from "./index-memory.ts"

/** Time until a changed base text is found: several changes are indexed together. */
const pollInterval = "1 second"

/** Interval of comparisons with all base texts, which find changes that no commit has announced. */
const compareIntervalMillis = 3_600_000

/** Heap of the thread: a rebuild collects the postings of 100,000 texts. */
const heapMegabytesMax = 512

/** Whether servers index at all. Tests of other subjects need no thread for it. */
export const IndexesMemory = Context.Reference("@dragoman/server/assistance/memory/IndexesMemory", {
  defaultValue: () => true
})

/** Follows commits with the index of the translation memory, in a thread; makes the index when it is missing. */
export const keepMemoryIndexed = Effect.gen(function* () {
  if (!(yield* IndexesMemory)) return
  const settings = yield* Settings
  const { workerMegabytesMax } = settings
  const memory = yield* MemoryIndexRepository
  const commits = yield* CommitSignal
  const { run } = yield* makeWorker(MemoryJobs, {
    name: "memory-worker",
    workerData: DatabaseWorkerData.make({ database: threadConnections(settings) }),
    isHeavy: true,
    isInterruptible: true,
    resourceLimits: { maxOldGenerationSizeMb: workerMegabytesMax ?? heapMegabytesMax }
  })
  let hasCommits = false
  commits.listen(() => {
    hasCommits = true
  })
  let comparedAt = yield* Clock.currentTimeMillis
  let isStarting = true
  const round = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const compares = (isStarting && (yield* memory.isMissing)) || now - comparedAt >= compareIntervalMillis
    // A server that was killed leaves work for which no commit comes.
    if (isStarting && (yield* memory.isUnfinished)) hasCommits = true
    isStarting = false
    if (!compares && !hasCommits) return
    hasCommits = false
    if (compares) comparedAt = now
    yield* run(({ index }) => index({ compares })).pipe(
      Effect.tapCause(() =>
        Effect.sync(() => {
          hasCommits = true
        })
      )
    )
  })
  yield* repeatSurviving("Indexing the translation memory failed", round, pollInterval).pipe(
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )
})
