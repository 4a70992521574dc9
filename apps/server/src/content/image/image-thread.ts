import { Context, Effect, Layer, Scope, Semaphore } from "effect"
import { makeWorkerThread } from "../../platform/worker/worker-thread.ts"
import { codecFile } from "./codec-file.ts"
import type { ImageJob, ImageResult, ImageWorkerData } from "./image-job.ts"

/** Heap of the thread, beside the memory of the codec: an upload and what is made of it. */
const heapMegabytesMax = 128

/** The largest image takes some seconds; one that takes longer was made for that. */
const jobMillisMax = 30_000

/** Makes PNG files of uploaded images without holding up anybody else. Nothing of it is loaded before the first one. */
export class ImageThread extends Context.Service<
  ImageThread,
  {
    /** One image after the other, so that only one lies in memory. */
    readonly encode: (job: ImageJob) => Effect.Effect<ImageResult>
  }
>()("@dragoman/server/content/image/ImageThread") {
  static readonly layer = Layer.effect(
    ImageThread,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const turn = yield* Semaphore.make(1)
      const thread = yield* Effect.cached(
        Effect.suspend(() => {
          const workerData: ImageWorkerData = { codecFile: codecFile() }
          return makeWorkerThread({
            name: "image-worker",
            workerData,
            resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
            jobMillisMax
          })
        }).pipe(Scope.provide(scope))
      )
      return ImageThread.of({
        encode: Effect.fn("ImageThread.encode")(
          function* (job) {
            const { run } = yield* thread
            // The thread ends itself when it is not sure; a new one is.
            return (yield* Effect.retry(run(job), { times: 1 })) as ImageResult
          },
          // The thread died of it: it needs more memory, or more time, than we give.
          Effect.catch(() =>
            Effect.as(Effect.logWarning("an image could not be processed"), { kind: "tooLarge" } satisfies ImageResult)
          ),
          // A client that goes away does not interrupt the thread: it is free when it has answered.
          Effect.uninterruptible,
          turn.withPermit
        )
      })
    })
  )
}
