import { asksMachine, batchActivity, changesContent, checkBatchAuthor, checksTexts } from "@dragoman/domain/batch-job"
import { changesProtectedBranches } from "@dragoman/domain/branch"
import type { ErrorCode, ServerErrorCode } from "@dragoman/domain/error"
import { isLongWork } from "@dragoman/domain/notification"
import { BatchJobRepository, Database, MachineAnswerRepository, type UnfinishedBatchJob } from "@dragoman/store"
import { Clock, Effect, Option, Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { fillByMemory } from "../assistance/auto-translation/label-filled-texts.ts"
import { ActivityRecorder, type RecordedChanges, type RecordedParts } from "../change/activity/record-activity.ts"
import {
  type BranchedProject,
  type ContentProject,
  checkTarget,
  lockContentProject,
  lockProject
} from "../change/change-project.ts"
import { CommitSignal } from "../change/commit-signal.ts"
import { job } from "../platform/worker/worker-messages.ts"
import { BatchJobUpdate, BatchJobUpdates } from "../realtime/batch-job-progress.ts"
import { findCurrentPermission } from "../service/access/current-permission.ts"
import { notifyUsers } from "../service/notification/notify-users.ts"
import { applyBatchOperation } from "./apply-batch-operation.ts"
import { progressOf } from "./batch-job-shapes.ts"
import { writeMachineAnswers } from "./write-machine-answers.ts"

/**
 * A stage of a piece that asks machines. memory: the translation memory fills its texts; answered: keys with all their answers are
 * written; rest: all keys are, and texts without an answer fail. `number`: that of the piece.
 */
const PieceStage = Schema.Struct({ kind: Schema.Literals(["memory", "answered", "rest"]), number: Schema.Finite })
export type PieceStage = typeof PieceStage.Type

/** A piece to run. `owner`: the server that runs it, for its lease; `stage`: of jobs that ask machines. */
const PieceRequest = Schema.Struct({
  jobId: Schema.Finite,
  projectId: Schema.Finite,
  owner: Schema.String,
  stage: Schema.optional(PieceStage)
})
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
export const leaseMillis = 15_000

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

const runInTransaction = Effect.fnUntraced(function* ({ jobId, projectId, owner, stage }: PieceRequest) {
  const jobs = yield* BatchJobRepository
  const recorder = yield* ActivityRecorder
  const unowned = yield* lockContentProject(projectId)
  const now = yield* Clock.currentTimeMillis
  const leased = yield* jobs.lease(jobId, { owner, now, until: now + leaseMillis })
  if (Option.isNone(leased)) return null
  const job = leased.value
  const locked = { ...unowned, authorId: job.authorId }
  const found = yield* jobs.findPiece(jobId)
  if (Option.isNone(found)) return { progress: progressOf(job), isDone: true, isForbidden: false } satisfies RanPiece
  const piece = found.value
  const branch = yield* findPermittedBranch(locked, job, piece.keyIds)
  if (Option.isNone(branch)) {
    return { progress: progressOf(job), isDone: false, isForbidden: true } satisfies RanPiece
  }
  const project = { ...locked, branchId: branch.value }
  // The keys of a piece that was asked for may all be written already.
  if (stage !== undefined && stage.number !== piece.number) {
    return { progress: progressOf(job), isDone: false, isForbidden: false } satisfies RanPiece
  }
  const { changes, remainingKeyIds, failedKeyIds, errorMessage } = yield* asksMachine(job.operation)
    ? applyStage(project, job, piece.keyIds, stage)
    : applyWhole(project, job, piece.keyIds, now)
  const before = parseParts(job.activity)
  const head = batchActivity(job.operation)
  const parts =
    head &&
    (yield* recorder.addPart(
      { ...head, projectId, branchId: project.branchId, authorId: job.authorId, batchJobId: jobId, ...changes },
      before
    ))
  yield* jobs.endPiece({
    id: jobId,
    piece,
    remainingKeyIds,
    failedKeyIds,
    errorMessage,
    activity: parts && JSON.stringify(parts),
    at: now
  })
  const ran: RanPiece = {
    progress: progressOf({
      ...job,
      doneItems: job.doneItems + piece.keyIds.length - remainingKeyIds.length - failedKeyIds.length,
      updatedAt: now
    }),
    isDone: Option.isNone(yield* jobs.findPiece(jobId)),
    isForbidden: false
  }
  return ran
})

/** Result of a transaction for the keys of a piece; `remainingKeyIds`: those that are still to be done. */
interface AppliedPiece {
  readonly changes: RecordedChanges
  readonly remainingKeyIds: ReadonlyArray<number>
  readonly failedKeyIds: ReadonlyArray<number>
  readonly errorMessage: ErrorCode | null
}

const applyWhole = Effect.fnUntraced(function* (
  project: ContentProject,
  job: UnfinishedBatchJob,
  keyIds: ReadonlyArray<number>,
  at: number
) {
  const { failed, ...changes } = yield* applyBatchOperation(project, job, keyIds, at)
  const applied: AppliedPiece = {
    changes,
    remainingKeyIds: [],
    failedKeyIds: failed?.keyIds ?? [],
    errorMessage: failed?.code ?? null
  }
  return applied
})

const applyStage = Effect.fnUntraced(function* (
  project: ContentProject,
  job: UnfinishedBatchJob,
  keyIds: ReadonlyArray<number>,
  stage: PieceStage | undefined
) {
  if (stage?.kind === "memory") {
    const changes = yield* fillByMemory(project, job.operation, keyIds)
    const filled: AppliedPiece = { changes, remainingKeyIds: keyIds, failedKeyIds: [], errorMessage: null }
    return filled
  }
  const written: AppliedPiece = yield* writeMachineAnswers(project, job, keyIds, stage?.kind === "answered")
  return written
})

/**
 * Finds the branch of the keys of a piece; None when the author of the job may no longer do it, or no longer there. Jobs without an
 * author have the permission of the project.
 */
export const findPermittedBranch = Effect.fnUntraced(function* (
  project: BranchedProject,
  { authorId, operation }: UnfinishedBatchJob,
  keyIds: ReadonlyArray<number>
) {
  const author = authorId === null ? null : yield* findCurrentPermission(project.projectId, authorId)
  if (authorId !== null && (author === null || checkBatchAuthor(author, operation) !== null)) return Option.none()
  const changesProtected = author === null || changesProtectedBranches(author.scopes) || !changesContent(operation)
  return yield* Effect.option(checkTarget(project, { keyIds }, changesProtected))
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
      if (job.asksMachine && job.operation.type !== "AI_PLAYGROUND_TRANSLATE")
        yield* MachineAnswerRepository.use((answers) => answers.removeTexts(id))
      if (end !== "cancelled" && !job.isHidden && job.authorId !== null && isLongWork(job.createdAt, at)) {
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
