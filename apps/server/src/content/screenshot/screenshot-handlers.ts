import { Api, ScreenshotInfo } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { rejectOtherBody } from "../../platform/body/receive-body.ts"
import { withAccess } from "../../service/access/access.ts"
import { screenshotLimits } from "../image/change-images.ts"
import { imageLinks } from "../image/image-links.ts"
import { receiveImage } from "../image/image-thread.ts"
import { screenshotToModel } from "./screenshot-shapes.ts"
import { deleteScreenshots, listScreenshots, uploadScreenshot } from "./screenshots.ts"

export const ScreenshotHandlers = HttpApiBuilder.group(Api, "screenshot", (handlers) =>
  handlers
    .handleRaw(
      "upload",
      withAccess(function* (access, { params, request }) {
        yield* rejectOtherBody(request)
        const receive = receiveImage(request, "screenshot", ScreenshotInfo, screenshotLimits)
        return screenshotToModel(yield* uploadScreenshot(access, params.keyId, receive), yield* imageLinks)
      })
    )
    .handleAll({
      list: withAccess(function* (access, { params }) {
        const rows = yield* listScreenshots(access, params.keyId)
        const links = yield* imageLinks
        return { _embedded: { screenshots: rows.map((row) => screenshotToModel(row, links)) } }
      }),
      delete: withAccess((access, { params }) => deleteScreenshots(access, params.keyId, params.screenshotIds))
    })
)
