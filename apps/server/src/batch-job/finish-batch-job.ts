import { batchActivity } from "@dragoman/domain/batch-job"
import type { ErrorCode, ServerErrorCode } from "@dragoman/domain/error"
import { BatchJobRepository, Database } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { ActivityRecorder } from "../change/activity/record-activity.ts"
import { BatchJobNotices } from "../change/after-commit/batch-job-notices.ts"
import { lockProject } from "../change/change-project.ts"
import { noticeOf } from "./notice-of.ts"
import { parseParts } from "./run-batch-job-piece.ts"

/** How a job ends: every key was tried, a user cancelled it, or it failed. */
export type BatchJobEnd = "done" | "cancelled" | { readonly failure: ErrorCode | ServerErrorCode }

/**
 * Ends a job, and makes one activity of all that it did; none when it changed nothing. Nothing happens to a job that is
 * over.
 */
export const finishBatchJob = Effect.fn("finishBatchJob")(function* (
  { id, projectId }: { readonly id: number; readonly projectId: number },
  end: BatchJobEnd
) {
  const database = yield* Database
  const jobs = yield* BatchJobRepository
  const recorder = yield* ActivityRecorder
  const notices = yield* BatchJobNotices
  const finished = yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      const found = yield* jobs.findUnfinished(id)
      if (Option.isNone(found)) return null
      const job = found.value
      const parts = parseParts(job.activity)
      const head = { ...batchActivity(job.operation), projectId, authorId: job.authorId }
      const activityRevisionId = parts && (yield* recorder.closeParts(head, parts))
      const errorMessage = typeof end === "object" ? end.failure : job.errorMessage
      const status = end === "cancelled" ? "CANCELLED" : errorMessage === null ? "SUCCESS" : "FAILED"
      const at = yield* Clock.currentTimeMillis
      yield* jobs.finish({ id, status, errorMessage, activityRevisionId, at })
      return { ...job, status, errorMessage, activityRevisionId, updatedAt: at } as const
    })
  )
  if (finished !== null) yield* notices.publish(noticeOf(finished))
})
