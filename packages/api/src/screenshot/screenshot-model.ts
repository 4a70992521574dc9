import { Schema } from "effect"
import { ImageInfo, PositionModel } from "../image/image-model.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** Uploaded images that become screenshots of a key. */
export const UploadedScreenshots = Schema.Array(
  Schema.Struct({
    uploadedImageId: Schema.Int,
    /** The text of the key when the image was taken. */
    text: optional(Schema.String),
    /** Where the image shows the key, in pixels of the uploaded image. */
    positions: optional(Schema.Array(PositionModel))
  })
)

/** The part `info` beside a screenshot. */
export const ScreenshotInfo = Schema.Struct({
  ...ImageInfo.fields,
  text: optional(Schema.String),
  positions: optional(Schema.Array(PositionModel))
})
export type ScreenshotInfo = typeof ScreenshotInfo.Type

/** One entry for each place where a key is shown. */
const KeyReferenceModel = Schema.Struct({
  keyId: Schema.Int,
  keyName: Schema.String,
  /** null: the default namespace. */
  keyNamespace: Schema.NullOr(Schema.String),
  /** In pixels of the stored image; null: unknown. */
  position: Schema.NullOr(PositionModel),
  originalText: Schema.NullOr(Schema.String)
})

export const ScreenshotModel = Schema.Struct({
  id: Schema.Int,
  filename: Schema.String,
  thumbnail: Schema.String,
  middleSized: Schema.String,
  fileUrl: Schema.String,
  thumbnailUrl: Schema.String,
  middleSizedUrl: Schema.String,
  /** Epoch milliseconds. */
  createdAt: Schema.Int,
  keyReferences: Schema.Array(KeyReferenceModel),
  location: Schema.NullOr(Schema.String),
  width: Schema.Int,
  height: Schema.Int
})
export type ScreenshotModel = typeof ScreenshotModel.Type
