import { Schema } from "effect"
import { field } from "../field.ts"
import { ImageInfo, PositionModel } from "../image/image-model.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** Uploaded images that become screenshots of a key. */
export const UploadedScreenshots = Schema.Array(
  Schema.Struct({
    uploadedImageId: field(Schema.Int, "Id of an upload of the caller, from `POST /v2/image-upload`.", 61),
    text: field(optional(Schema.String), "Text of the key when the image was taken.", "Book a berth"),
    positions: field(
      optional(Schema.Array(PositionModel)),
      "Positions of the key in the image, in pixels of the uploaded image.",
      [{ x: 100, y: 40, width: 80, height: 20 }]
    )
  })
)

/** The part `info` beside a screenshot. */
export const ScreenshotInfo = Schema.Struct({
  ...ImageInfo.fields,
  text: field(optional(Schema.String), "Text of the key when the image was taken.", "Book a berth"),
  positions: field(
    optional(Schema.Array(PositionModel)),
    "Positions of the key in the image, in pixels of the uploaded image.",
    [{ x: 100, y: 40, width: 80, height: 20 }]
  )
})
export type ScreenshotInfo = typeof ScreenshotInfo.Type

/** One entry for each place where a key is shown. */
const KeyReferenceModel = Schema.Struct({
  keyId: field(Schema.Int, "Id of the key.", 4021),
  keyName: field(Schema.String, "Name of the key.", "booking.title"),
  keyNamespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
  position: field(
    Schema.NullOr(PositionModel),
    "Positions of the key in the image, in pixels of the stored image; null: unknown."
  ),
  originalText: field(
    Schema.NullOr(Schema.String),
    "Text of the key when the image was taken; null: unknown.",
    "Book a berth"
  )
})

export const ScreenshotModel = Schema.Struct({
  id: field(Schema.Int, "Id of the screenshot.", 61),
  filename: field(Schema.String, "Name of the largest file; with secured images it contains a token.", "9f2c41.png"),
  thumbnail: field(Schema.String, "Name of the file whose longer side is 200 pixels.", "9f2c41-thumb.png"),
  middleSized: field(Schema.String, "Name of the file whose longer side is 600 pixels.", "9f2c41-mid.png"),
  fileUrl: field(
    Schema.String,
    "Absolute address of the largest file, of at most 3 megapixels. Needs no credential; with secured images it contains a token that expires.",
    "https://texts.example.com/screenshots/9f2c41.png"
  ),
  thumbnailUrl: field(
    Schema.String,
    "Absolute address of the file whose longer side is 200 pixels.",
    "https://texts.example.com/screenshots/9f2c41-thumb.png"
  ),
  middleSizedUrl: field(
    Schema.String,
    "Absolute address of the file whose longer side is 600 pixels.",
    "https://texts.example.com/screenshots/9f2c41-mid.png"
  ),
  createdAt: field(Schema.Int, "Time of the upload in epoch milliseconds.", 1_767_225_600_000),
  keyReferences: field(Schema.Array(KeyReferenceModel), "Keys that the image shows, one entry for each place."),
  location: field(
    Schema.NullOr(Schema.String),
    "Location of the image, such as a page; null: not given.",
    "booking/step-2"
  ),
  width: field(Schema.Int, "Width of the stored image in pixels.", 1280),
  height: field(Schema.Int, "Height of the stored image in pixels.", 800)
})
export type ScreenshotModel = typeof ScreenshotModel.Type
