import { batchActivity, checkBatchAuthor, checksTexts } from "@dragoman/domain/batch-job"
import type { ErrorCode, ServerErrorCode } from "@dragoman/domain/error"
import { isLongWork } from "@dragoman/domain/notification"
import { BatchJobRepository, Database } from "@dragoman/store"
import { Clock, Effect, Option, Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { ActivityRecorder, type RecordedParts } from "../change/activity/record-activity.ts"
import { lockContentProject, lockProject } from "../change/change-project.ts"
import { CommitSignal } from "../change/commit-signal.ts"
import { job } from "../platform/worker/worker-messages.ts"
import { BatchJobUpdate, BatchJobUpdates } from "../realtime/batch-job-progress.ts"
import { findCurrentPermission } from "../service/access/current-permission.ts"
import { notifyUsers } from "../service/notification/notify-users.ts"
import { applyBatchOperation } from "./apply-batch-operation.ts"
import { progressOf } from "./batch-job-shapes.ts"

/** A piece to run. `owner`: the server that runs it, for its lease. */
const PieceRequest = Schema.Struct({ jobId: Schema.Finite, projectId: Schema.Finite, owner: Schema.String })
export type PieceRequest = typeof PieceRequest.Type

/**
 * The result of a piece. `isDone`: no piece is left. `isForbidden`: the author has lost the permission, and nothing was
 * done.
 */
const RanPiece = Schema.Struct({ progress: BatchJobUpdate, isDone: Schema.Boolean, isForbidden: Schema.Boolean })
export type RanPiece = typeof RanPiece.Type

export class BatchJobPieces extends RpcGroup.make(job("runPiece", PieceRequest, Schema.NullOr(RanPiece))) {}

/**
 * Time without progress after which another server takes over the job. It is longer than any piece; a shorter one would
 * do no harm.
 */
const leaseMillis = 15_000

/**
 * Runs the next piece of a job in one transaction: the change, its part of the activity and the progress of the job are
 * committed together, so that a restart repeats nothing. null: the job has ended, or another job of the project comes first.
 */
export const runBatchJobPiece = Effect.fn("runBatchJobPiece")(function* (request: PieceRequest) {
  const database = yield* Database
  return yield* database
    .transaction(runInTransaction(request))
    // The project was deleted, and its jobs with it.
    .pipe(Effect.catch(() => Effect.succeed(null)))
})

const runInTransaction = Effect.fnUntraced(function* ({ jobId, projectId, owner }: PieceRequest) {
  const jobs = yield* BatchJobRepository
  const recorder = yield* ActivityRecorder
  const project = yield* lockContentProject(projectId)
  const now = yield* Clock.currentTimeMillis
  const leased = yield* jobs.lease(jobId, { owner, now, until: now + leaseMillis })
  if (Option.isNone(leased)) return null
  const job = leased.value
  const found = yield* jobs.findPiece(jobId)
  if (Option.isNone(found)) return { progress: progressOf(job), isDone: true, isForbidden: false } satisfies RanPiece
  const author = yield* findCurrentPermission(projectId, job.authorId)
  if (author === null || checkBatchAuthor(author, job.operation) !== null) {
    return { progress: progressOf(job), isDone: false, isForbidden: true } satisfies RanPiece
  }
  const piece = found.value
  const { failed, ...changes } = yield* applyBatchOperation(project, job, piece.keyIds, now)
  const before = parseParts(job.activity)
  const head = batchActivity(job.operation)
  const parts =
    head &&
    (yield* recorder.addPart({ ...head, projectId, authorId: job.authorId, batchJobId: jobId, ...changes }, before))
  yield* jobs.endPiece({
    id: jobId,
    piece,
    failedKeyIds: failed?.keyIds ?? [],
    errorMessage: failed?.code ?? null,
    activity: parts && JSON.stringify(parts),
    at: now
  })
  const ran: RanPiece = {
    progress: progressOf({
      ...job,
      doneItems: job.doneItems + piece.keyIds.length - (failed?.keyIds.length ?? 0),
      updatedAt: now
    }),
    isDone: Option.isNone(yield* jobs.findPiece(jobId)),
    isForbidden: false
  }
  return ran
})

/** The part of the activity that a job stores between its transactions. */
const parseParts = (activity: string | null): RecordedParts | null => (activity === null ? null : JSON.parse(activity))

/** The end of a job: every key was tried, a user cancelled it, or it failed. */
export type BatchJobEnd = "done" | "cancelled" | { readonly failure: ErrorCode | ServerErrorCode }

/**
 * Ends a job and records one activity for all its changes; none when it changed nothing. A job that has ended is left
 * unchanged.
 */
export const finishBatchJob = Effect.fn("finishBatchJob")(function* (
  { id, projectId }: { readonly id: number; readonly projectId: number },
  end: BatchJobEnd
) {
  const database = yield* Database
  const jobs = yield* BatchJobRepository
  const recorder = yield* ActivityRecorder
  const updates = yield* BatchJobUpdates
  const finished = yield* database.transaction(
    Effect.gen(function* () {
      const project = yield* lockProject(projectId)
      const found = yield* jobs.findUnfinished(id)
      if (Option.isNone(found)) return null
      const job = found.value
      const parts = parseParts(job.activity)
      const head = batchActivity(job.operation)
      const activityRevisionId =
        head && parts && (yield* recorder.closeParts({ ...head, projectId, authorId: job.authorId }, parts))
      const errorMessage = typeof end === "object" ? end.failure : job.errorMessage
      const status = end === "cancelled" ? "CANCELLED" : errorMessage === null ? "SUCCESS" : "FAILED"
      const at = yield* Clock.currentTimeMillis
      yield* jobs.finish({ id, status, errorMessage, activityRevisionId, at })
      if (end !== "cancelled" && !job.isHidden && isLongWork(job.createdAt, at)) {
        yield* notifyUsers({
          type: "BATCH_JOB_FINISHED",
          params: { jobId: id, jobType: job.operation.type, status },
          userIds: [job.authorId],
          project: { id: projectId, name: project.name },
          actor: null
        })
      }
      return { ...job, status, errorMessage, activityRevisionId, updatedAt: at } as const
    })
  )
  if (finished === null) return
  if (!finished.isHidden) yield* updates.publish(progressOf(finished))
  // The thread that ran the pieces has no subscribers; its issues are too many to name.
  if (!checksTexts(finished.operation)) return
  yield* CommitSignal.use((commits) => commits.publish({ projectId, deliveries: 0, checkedIds: null }))
})
