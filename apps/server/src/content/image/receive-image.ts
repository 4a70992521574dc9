import { customErrors, domainError } from "@dragoman/domain/error"
import { Effect, type Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { decodeJsonPart } from "../../platform/body/decode-json-part.ts"
import { receiveUpload } from "../../platform/body/receive-upload.ts"

import type { VariantLimit } from "./image-job.ts"
import { ImageThread } from "./image-thread.ts"

/**
 * The image of a multipart body as PNG files, and what its part `info` says (`null` without one). `part`: what the part
 * with the image is called.
 */
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
    case "encoded":
      return { image, info: decoded }
    case "tooLarge":
      return yield* Effect.fail(domainError("file_too_big", []))
    case "notImage":
      return yield* Effect.fail(customErrors({ file_not_image: [] }))
  }
}, Effect.scoped)
