import { customErrors, domainError } from "@dragoman/domain/error"
import { Context, Effect, Layer, type Schema, Scope } from "effect"
import type { HttpServerRequest } from "effect/http"
import { decodeJsonPart } from "../../platform/body/json-body.ts"
import { receiveUpload } from "../../platform/body/receive-body.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { makeWorker } from "../../platform/worker/worker.ts"
import type { ReceivedImage } from "./change-images.ts"
import { codecFile } from "./codec-file.ts"
import { type ImageJob, type ImageResult, ImageWorkerData, type VariantLimit } from "./encode-image.ts"
import type { FrameJob } from "./frame-image.ts"
import { ImageJobs } from "./image-jobs.ts"

/** Receives the image of a multipart body. `part`: the name of the part with the image. */
export const receiveImage = Effect.fn("receiveImage")(function* <Info, Encoded>(
  request: HttpServerRequest.HttpServerRequest,
  part: string,
  info: Schema.Codec<Info, Encoded>,
  limits: ReadonlyArray<VariantLimit>
) {
  const thread = yield* ImageThread
  const { files, json } = yield* receiveUpload(request, { file: part, json: "info" })
  const decoded = json === null ? null : yield* decodeJsonPart("info", info, json)
  const image = yield* thread.encode({ path: files[0].path, limits })
  switch (image.kind) {
    case "encoded": {
      const received: ReceivedImage<Info> = { image, info: decoded }
      return received
    }
    case "tooLarge":
      return yield* Effect.fail(domainError("file_too_big", []))
    case "notImage":
      return yield* Effect.fail(customErrors({ file_not_image: [] }))
  }
}, Effect.scoped)

/** Heap of the thread, without the memory of the codec: an upload and its PNG files. */
const heapMegabytesMax = 128

/** Time limit of a job: the largest image takes some seconds; only a malicious one takes longer. */
const jobMillisMax = 30_000

/** Makes PNG files of uploaded images without blocking other requests. The codec is loaded with the first one. */
export class ImageThread extends Context.Service<
  ImageThread,
  {
    readonly encode: (job: ImageJob) => Effect.Effect<ImageResult>
    /** Marks places in a stored image; returns it as it is when that fails. */
    readonly frame: (job: FrameJob) => Effect.Effect<Uint8Array>
  }
>()("@dragoman/server/content/image/ImageThread") {
  static readonly layer = Layer.effect(
    ImageThread,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const { imageCodecDir } = yield* Settings
      // Runs one image at a time, so that memory holds only one.
      const worker = yield* Effect.cached(
        Effect.suspend(() =>
          makeWorker(ImageJobs, {
            name: "image-worker",
            workerData: ImageWorkerData.make({ codecFile: codecFile(imageCodecDir) }),
            isHeavy: true,
            resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
            jobMillisMax
          })
        ).pipe(Scope.provide(scope))
      )
      return ImageThread.of({
        encode: Effect.fn("ImageThread.encode")(
          function* (job) {
            const { run } = yield* worker
            // A thread exits rather than rejecting an image after its first one (ADR 10); a new thread decides.
            return yield* Effect.retry(
              run(({ encode }) => encode(job)),
              { times: 1 }
            )
          },
          // The thread died: the image needs more memory or time than the limits.
          Effect.catch(() =>
            Effect.as(Effect.logWarning("Image processing failed"), { kind: "tooLarge" } satisfies ImageResult)
          )
        ),
        frame: Effect.fn("ImageThread.frame")(function* ({ bytes, positions }) {
          if (positions.length === 0) return bytes
          const { run } = yield* worker
          // Sent bytes leave this thread.
          return yield* run(({ frame }) => frame({ bytes: Uint8Array.from(bytes), positions })).pipe(
            Effect.map((framed) => framed.bytes),
            Effect.catch(() => Effect.as(Effect.logWarning("Marking a screenshot failed"), bytes))
          )
        })
      })
    })
  )
}
