import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { imageIds } from "../identifier/path-parameters.ts"
import { ImageInfo, UploadedImageModel } from "./image-model.ts"

const everyCredential = { credentials: ["JWT", "PAT", "PAK"] } as const

/** Uploaded images; the server deletes those that are not attached to a key within two hours. */
export const ImageEndpoints = endpointGroup(
  "image",
  HttpApiEndpoint.post("upload", "/v2/image-upload", {
    /** PNG, JPEG, GIF or WebP. The server reads the part from the stream. */
    payload: Schema.Struct({
      image: field(Schema.Unknown, "PNG, JPEG, GIF or WebP of at most 40 megapixels."),
      info: field(Schema.optional(ImageInfo), "Location of the image, as JSON.")
    }).pipe(HttpApiSchema.asMultipartStream()),
    success: UploadedImageModel.pipe(HttpApiSchema.status(201))
  }).pipe(
    requires(user(everyCredential)),
    described("Uploads an image (PNG, JPEG, GIF or WebP) that can be attached to keys within two hours.")
  ),
  HttpApiEndpoint.delete("delete", "/v2/image-upload/:imageIds", {
    params: { imageIds },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(user(everyCredential)), described("Deletes uploaded images of the caller. Unknown ids are ignored."))
)
