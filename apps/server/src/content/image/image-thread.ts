import { Context, Effect, Layer, Scope } from "effect"
import { makeWorker } from "../../platform/worker/worker.ts"
import { codecFile } from "./codec-file.ts"
import { type ImageJob, ImageJobs, type ImageResult, ImageWorkerData } from "./image-job.ts"

/** Heap of the thread, beside the memory of the codec: an upload and what is made of it. */
const heapMegabytesMax = 128

/** The largest image takes some seconds; one that takes longer was made for that. */
const jobMillisMax = 30_000

/** Makes PNG files of uploaded images without blocking other requests. The codec is loaded with the first one. */
export class ImageThread extends Context.Service<
  ImageThread,
  {
    readonly encode: (job: ImageJob) => Effect.Effect<ImageResult>
  }
>()("@dragoman/server/content/image/ImageThread") {
  static readonly layer = Layer.effect(
    ImageThread,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      // One image after the other, so that only one lies in memory.
      const worker = yield* Effect.cached(
        Effect.suspend(() =>
          makeWorker(ImageJobs, {
            name: "image-worker",
            workerData: ImageWorkerData.make({ codecFile: codecFile() }),
            resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
            jobMillisMax
          })
        ).pipe(Scope.provide(scope))
      )
      return ImageThread.of({
        encode: Effect.fn("ImageThread.encode")(
          function* (job) {
            const { run } = yield* worker
            // The thread ends itself when it is not sure; a new one is.
            return yield* Effect.retry(
              run(({ encode }) => encode(job)),
              { times: 1 }
            )
          },
          // The thread died of it: it needs more memory, or more time, than we give.
          Effect.catch(() =>
            Effect.as(Effect.logWarning("An image could not be processed"), { kind: "tooLarge" } satisfies ImageResult)
          )
        )
      })
    })
  )
}
