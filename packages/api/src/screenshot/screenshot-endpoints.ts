import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathIdList } from "../identifier/id-list.ts"
import { PathId } from "../identifier/path-id.ts"
import { listOf } from "../page/page-model.ts"
import { ScreenshotInfo, ScreenshotModel } from "./screenshot-model.ts"

const screenshotsPath = "/v2/projects/:projectId/keys/:keyId/screenshots"
const ofKey = { projectId: PathId, keyId: PathId }

/** Images in which keys are seen. Source: reference "content-api" 4.4. */
export const ScreenshotEndpoints = endpointGroup(
  "screenshot",
  HttpApiEndpoint.post("upload", screenshotsPath, {
    params: ofKey,
    /** PNG, JPEG, GIF or WebP. The server reads the part from the stream. */
    payload: Schema.Struct({ screenshot: Schema.Unknown, info: Schema.optional(ScreenshotInfo) }).pipe(
      HttpApiSchema.asMultipartStream()
    ),
    success: ScreenshotModel.pipe(HttpApiSchema.status(201))
  }).pipe(requires(project(["screenshots.upload"], { shortPath: true }))),
  HttpApiEndpoint.get("list", screenshotsPath, {
    params: ofKey,
    success: listOf("screenshots", ScreenshotModel)
  }).pipe(requires(project(["screenshots.view"], { shortPath: true }))),
  /** Takes them from this key; a screenshot that is of no other key is deleted. Ids of nothing are left out. */
  HttpApiEndpoint.delete("delete", `${screenshotsPath}/:screenshotIds`, {
    params: { ...ofKey, screenshotIds: PathIdList },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(project(["screenshots.delete"], { shortPath: true })))
)
