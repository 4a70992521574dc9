import { randomBytes } from "node:crypto"
import { customErrors, domainError } from "@dragoman/domain/error"
import { imageLimits } from "@dragoman/domain/image"
import type { ImagePurpose, NewImage } from "@dragoman/store"
import { Effect, type Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { decodeJsonPart } from "../../platform/body/decode-json-part.ts"
import { receiveUpload } from "../../platform/body/receive-upload.ts"
import type { EncodedImage, VariantLimit } from "./image-job.ts"
import { ImageThread } from "./image-thread.ts"

/** An image of a request as PNG files. */
export interface ReceivedImage<Info> {
  readonly image: EncodedImage
  /** The part `info` of the body; null without one. */
  readonly info: Info | null
}

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

/** The stored variants of uploads and screenshots. */
export const screenshotLimits: ReadonlyArray<VariantLimit> = [
  { variant: "large", pixelsMax: imageLimits.storedPixelsMax },
  { variant: "middle", sideMax: imageLimits.middleSideMax },
  { variant: "small", sideMax: imageLimits.smallSideMax }
]

/** Bytes of a random name: everyone who knows the name can see the image. */
const nameBytes = 20

/** The rows of a received image; without a `name` it gets a random one. */
export const newImage = (
  { uploadedSize, variants }: EncodedImage,
  values: {
    readonly purpose: ImagePurpose
    readonly ownerId: number | null
    readonly location: string | null
    readonly createdAt: number
    readonly name?: string
  }
): NewImage => ({
  name: randomBytes(nameBytes).toString("hex"),
  ...values,
  size: variants.find(({ variant }) => variant === "large")?.size ?? uploadedSize,
  uploadedSize,
  contents: variants
})
