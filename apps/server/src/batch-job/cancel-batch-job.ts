import { Effect } from "effect"
import type { ProjectAccess } from "../platform/access/access.ts"
import { batchJobCancelLimit, RateLimiter } from "../platform/http/rate-limiter.ts"
import { BatchJobEngine } from "./batch-job-engine.ts"
import { findBatchJob } from "./find-batch-job.ts"
import { finishBatchJob } from "./finish-batch-job.ts"

/** What was done stays done, and is in the activity; a job that is over stays as it is. */
export const cancelBatchJob = Effect.fn("cancelBatchJob")(function* (access: ProjectAccess, jobId: number) {
  const limiter = yield* RateLimiter
  const engine = yield* BatchJobEngine
  yield* limiter.consume(batchJobCancelLimit, access.caller.userId)
  yield* finishBatchJob(yield* findBatchJob(access, jobId, "batch-jobs.cancel"), "cancelled")
  // The next one of the project need not wait any more.
  yield* engine.wake
})
