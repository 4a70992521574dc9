import type { RevisionAuthor } from "@dragoman/domain/activity"
import type { BatchJobStatus } from "@dragoman/domain/batch-job"
import { Context, Effect, Layer, PubSub, Stream } from "effect"

/** How far a job is. */
export interface BatchJobNotice {
  readonly projectId: number
  readonly jobId: number
  readonly status: BatchJobStatus
  /** Keys that are done. */
  readonly processed: number
  readonly total: number
  readonly errorMessage: string | null
  /** Who started it; null: the user is gone. */
  readonly author: RevisionAuthor | null
  /** Epoch milliseconds. */
  readonly at: number
}

/** A listener that is slower than this many notices misses the oldest ones: each says how far its job is as a whole. */
const bufferedNoticesMax = 1_000

/** Publishes to subscribers in this process what happens to the batch jobs that it runs or cancels. */
export class BatchJobNotices extends Context.Service<
  BatchJobNotices,
  {
    readonly publish: (notice: BatchJobNotice) => Effect.Effect<void>
    /** From now on. */
    readonly notices: Stream.Stream<BatchJobNotice>
  }
>()("@dragoman/server/change/after-commit/BatchJobNotices") {
  static readonly layer = Layer.effect(
    BatchJobNotices,
    Effect.map(PubSub.sliding<BatchJobNotice>(bufferedNoticesMax), (published) =>
      BatchJobNotices.of({
        publish: (notice) => Effect.asVoid(PubSub.publish(published, notice)),
        notices: Stream.fromPubSub(published)
      })
    )
  )
}
