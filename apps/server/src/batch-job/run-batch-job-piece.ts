import { batchActivity } from "@dragoman/domain/batch-job"
import { BatchJobRepository, type BatchJobRow, Database } from "@dragoman/store"
import { Clock, Effect, Option, Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { ActivityRecorder, type RecordedParts } from "../change/activity/record-activity.ts"
import { lockContentProject } from "../change/change-project.ts"
import { job, sentAs } from "../platform/worker/worker-messages.ts"
import { applyBatchOperation } from "./apply-batch-operation.ts"

/** Which job is to go on, and who works on it. */
const PieceRequest = Schema.Struct({ jobId: Schema.Finite, projectId: Schema.Finite, owner: Schema.String })
export type PieceRequest = typeof PieceRequest.Type

/** How far a job is. `isDone`: nothing is left to be done. */
const RanPiece = Schema.Struct({ job: sentAs<BatchJobRow>(), isDone: Schema.Boolean })
export type RanPiece = typeof RanPiece.Type

export class BatchJobPieces extends RpcGroup.make(job("runPiece", PieceRequest, Schema.NullOr(RanPiece))) {}

/** After this time without progress another server takes the job over. Longer than any piece; nothing breaks when it is not. */
const leaseMillis = 15_000

/**
 * Does the next piece of a job, in one transaction: the change, what the activity will say of it and how far the job is are
 * committed together, so that a restart repeats nothing. null: the job is over, or it is not its turn.
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
  if (Option.isNone(found)) return { job, isDone: true } satisfies RanPiece
  const piece = found.value
  const { entities, described, failed } = yield* applyBatchOperation(project, job, piece.keyIds, now)
  const parts = yield* recorder.addPart(
    { ...batchActivity(job.operation), projectId, authorId: job.authorId, batchJobId: jobId, entities, described },
    parseParts(job.activity)
  )
  yield* jobs.endPiece({
    id: jobId,
    piece,
    failedKeyIds: failed?.keyIds ?? [],
    errorMessage: failed?.code ?? null,
    activity: parts && JSON.stringify(parts),
    at: now
  })
  const ran: RanPiece = {
    job: { ...job, doneItems: job.doneItems + piece.keyIds.length - (failed?.keyIds.length ?? 0), updatedAt: now },
    isDone: Option.isNone(yield* jobs.findPiece(jobId))
  }
  return ran
})

/** What a job keeps of its activity between its transactions. */
export const parseParts = (activity: string | null): RecordedParts | null =>
  activity === null ? null : JSON.parse(activity)
