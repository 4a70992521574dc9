import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { keyId, projectId, screenshotIds } from "../identifier/path-parameters.ts"
import { listOf } from "../page/page-model.ts"
import { ScreenshotInfo, ScreenshotModel } from "./screenshot-model.ts"

const screenshotsPath = "/v2/projects/:projectId/keys/:keyId/screenshots"
const ofKey = { projectId, keyId }

/** Screenshots: images that show keys. */
export const ScreenshotEndpoints = endpointGroup(
  "screenshot",
  HttpApiEndpoint.post("upload", screenshotsPath, {
    params: ofKey,
    /** PNG, JPEG, GIF or WebP. The server reads the part from the stream. */
    payload: Schema.Struct({
      screenshot: field(Schema.Unknown, "PNG, JPEG, GIF or WebP of at most 40 megapixels."),
      info: field(Schema.optional(ScreenshotInfo), "Location of the image and positions of the key in it, as JSON.")
    }).pipe(HttpApiSchema.asMultipartStream()),
    success: ScreenshotModel.pipe(HttpApiSchema.status(201))
  }).pipe(
    requires(project(["screenshots.upload"], { shortPath: true })),
    described("Uploads a screenshot (PNG, JPEG, GIF or WebP) of a key.")
  ),
  HttpApiEndpoint.get("list", screenshotsPath, {
    params: ofKey,
    success: listOf("screenshots", ScreenshotModel)
  }).pipe(requires(project(["screenshots.view"], { shortPath: true })), described("Lists the screenshots of a key.")),
  HttpApiEndpoint.delete("delete", `${screenshotsPath}/:screenshotIds`, {
    params: { ...ofKey, screenshotIds },
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(project(["screenshots.delete"], { shortPath: true })),
    described("Removes screenshots from a key; deletes those without another key. Unknown ids are ignored.")
  )
)
