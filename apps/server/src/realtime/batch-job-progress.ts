import { SimpleUserModel } from "@dragoman/api"
import { batchJobProgressMessage } from "@dragoman/domain/activity"
import { batchJobStatuses } from "@dragoman/domain/batch-job"
import { Context, Effect, Layer, PubSub, Schema, Stream } from "effect"
import { keepRunning } from "./keep-running.ts"
import { ProjectEvents } from "./project-events.ts"

/** The progress of a batch job. */
export const BatchJobUpdate = Schema.Struct({
  projectId: Schema.Finite,
  jobId: Schema.Finite,
  status: Schema.Literals(batchJobStatuses),
  /** Keys that are done. */
  processed: Schema.Finite,
  total: Schema.Finite,
  errorMessage: Schema.NullOr(Schema.String),
  /** The user who started it; null: deleted. */
  author: Schema.NullOr(SimpleUserModel),
  /** Epoch milliseconds. */
  at: Schema.Finite
})
export type BatchJobUpdate = typeof BatchJobUpdate.Type

/** A slower subscriber misses the oldest updates. Each one has the whole progress of its job. */
const updatesKeptMax = 1_000

/** Publishes the progress of the batch jobs that this process runs or cancels, to subscribers in this process. */
export class BatchJobUpdates extends Context.Service<
  BatchJobUpdates,
  {
    readonly publish: (update: BatchJobUpdate) => Effect.Effect<void>
    /** From now on. */
    readonly updates: Stream.Stream<BatchJobUpdate>
  }
>()("@dragoman/server/realtime/BatchJobUpdates") {
  static readonly layer = Layer.effect(
    BatchJobUpdates,
    Effect.map(PubSub.sliding<BatchJobUpdate>(updatesKeptMax), (published) =>
      BatchJobUpdates.of({
        publish: (update) => Effect.asVoid(PubSub.publish(published, update)),
        updates: Stream.fromPubSub(published)
      })
    )
  )
}

/** Publishes the progress of batch jobs to the subscribers of their projects while the server runs. */
export const publishBatchJobProgress = Effect.gen(function* () {
  const { updates } = yield* BatchJobUpdates
  const projectEvents = yield* ProjectEvents
  yield* keepRunning(
    "Publishing the progress of batch jobs",
    Stream.runForEach(updates, (update) => projectEvents.publishProgress(update.projectId, messageOf(update)))
  )
})

/** The last message of a job has its final state and no numbers. */
const messageOf = ({ jobId, status, processed, total, errorMessage, author, at }: BatchJobUpdate) => {
  const isOver = status !== "PENDING" && status !== "RUNNING"
  const numbers = isOver ? { processed: null, total: null } : { processed, total }
  return batchJobProgressMessage({ jobId, ...numbers, status, errorMessage }, author, at)
}
