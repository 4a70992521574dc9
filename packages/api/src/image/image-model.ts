import { Schema } from "effect"
import { field } from "../field.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** A point in pixels from the upper left corner. */
export const PositionModel = Schema.Struct({
  x: field(Schema.Int, "Distance from the left edge, in pixels.", 100),
  y: field(Schema.Int, "Distance from the upper edge, in pixels.", 40),
  width: field(Schema.Int, "Width in pixels.", 80),
  height: field(Schema.Int, "Height in pixels.", 20)
})

/** The part `info` beside an image. */
export const ImageInfo = Schema.Struct({
  location: field(
    optional(Schema.String),
    "Location of the image, such as a page or a frame; in an import a later image of the same location replaces this one.",
    "booking/step-2"
  )
})
export type ImageInfo = typeof ImageInfo.Type

/** An image that can be attached to keys. */
export const UploadedImageModel = Schema.Struct({
  id: field(Schema.Int, "Id of the upload, to be attached to keys within two hours.", 61),
  filename: field(Schema.String, "Name of the file without its extension.", "9f2c41"),
  fileUrl: field(
    Schema.String,
    "Absolute address of the image. Needs no credential; with secured images it contains a token that expires.",
    "https://texts.example.com/uploaded-images/9f2c41.png"
  ),
  requestFilename: field(
    Schema.String,
    "Name of the file with its extension, and its token with secured images.",
    "9f2c41.png"
  ),
  createdAt: field(Schema.Int, "Time of the upload in epoch milliseconds.", 1_767_225_600_000),
  location: field(
    Schema.NullOr(Schema.String),
    "Location of the image, such as a page; null: not given.",
    "booking/step-2"
  )
})
export type UploadedImageModel = typeof UploadedImageModel.Type
