import { customErrors, domainError } from "@dragoman/domain/error"
import { Effect, type Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { decodeJsonPart } from "../../platform/body/decode-json.ts"
import { receiveUpload } from "../../platform/body/receive-upload.ts"
import type { ReceivedImage } from "./change-images.ts"
import type { VariantLimit } from "./image-job.ts"
import { ImageThread } from "./image-thread.ts"

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
