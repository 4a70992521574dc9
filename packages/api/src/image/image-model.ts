import { Schema } from "effect"

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** In pixels from the upper left corner. */
export const PositionModel = Schema.Struct({
  x: Schema.Int,
  y: Schema.Int,
  width: Schema.Int,
  height: Schema.Int
})

/** The part `info` beside an image. */
export const ImageInfo = Schema.Struct({
  /** Where the image was taken; a later image of the same location replaces it in an import. */
  location: optional(Schema.String)
})
export type ImageInfo = typeof ImageInfo.Type

/** An image that can be attached to keys. */
export const UploadedImageModel = Schema.Struct({
  id: Schema.Int,
  /** Without extension. */
  filename: Schema.String,
  fileUrl: Schema.String,
  /** With extension. */
  requestFilename: Schema.String,
  /** Epoch milliseconds. */
  createdAt: Schema.Int,
  location: Schema.NullOr(Schema.String)
})
export type UploadedImageModel = typeof UploadedImageModel.Type
