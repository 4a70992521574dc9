import { imageVariants } from "@dragoman/domain/image"
import { Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { job, SentBytes } from "../../platform/worker/worker-messages.ts"

const Variant = Schema.Literals(imageVariants)

/** How large a variant may be; smaller images stay as they are. */
const VariantLimit = Schema.Union([
  Schema.Struct({ variant: Variant, pixelsMax: Schema.Finite }),
  Schema.Struct({ variant: Variant, sideMax: Schema.Finite })
])
export type VariantLimit = typeof VariantLimit.Type

/** An image to be made into PNG files. */
const ImageJob = Schema.Struct({
  /** Where the upload lies. */
  path: Schema.String,
  /** The largest one first. */
  limits: Schema.Array(VariantLimit)
})
export type ImageJob = typeof ImageJob.Type

const PixelSize = Schema.Struct({ width: Schema.Finite, height: Schema.Finite })

const EncodedImage = Schema.Struct({
  kind: Schema.Literal("encoded"),
  /** Of the upload, turned as it is to be seen. */
  uploadedSize: PixelSize,
  variants: Schema.Array(Schema.Struct({ variant: Variant, size: PixelSize, bytes: SentBytes }))
})
export type EncodedImage = typeof EncodedImage.Type

/** `notImage`: none of the known ones, or a broken one. `tooLarge`: it has more pixels, or needs more memory, than we give. */
const ImageResult = Schema.Union([
  EncodedImage,
  Schema.Struct({ kind: Schema.Literal("notImage") }),
  Schema.Struct({ kind: Schema.Literal("tooLarge") })
])
export type ImageResult = typeof ImageResult.Type

export class ImageJobs extends RpcGroup.make(job("encode", ImageJob, ImageResult)) {}

/** `codecFile`: where the codec lies. */
export const ImageWorkerData = Schema.Struct({ codecFile: Schema.String })
