import { BatchJobRepository, Database } from "@dragoman/store"
import { Clock, Effect } from "effect"

/** How long a job that is over can be looked up, with the keys that failed. What it did stays in the activity. */
const keptMillis = 30 * 24 * 60 * 60 * 1000

/** Jobs of one transaction, so that others get their turn: each may have dozens of pieces. */
const jobsPerRound = 20

/** Forgets jobs that were over long ago, in all projects. */
export const forgetBatchJobs = Effect.fn("forgetBatchJobs")(function* () {
  const database = yield* Database
  const jobs = yield* BatchJobRepository
  const before = (yield* Clock.currentTimeMillis) - keptMillis
  while (yield* jobs.hasFinishedBefore(before)) {
    yield* database.transaction(jobs.forget(before, jobsPerRound))
  }
})
