import { Api, ScreenshotInfo } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { rejectOtherBody } from "../../platform/body/receive-body.ts"
import { screenshotLimits } from "../image/change-images.ts"
import { imageLinks } from "../image/image-links.ts"
import { receiveImage } from "../image/image-thread.ts"
import { screenshotToModel } from "./screenshot-shapes.ts"
import { deleteScreenshots, listScreenshots, uploadScreenshot } from "./screenshots.ts"

export const ScreenshotHandlers = HttpApiBuilder.group(Api, "screenshot", (handlers) =>
  handlers
    .handleRaw(
      "upload",
      Effect.fnUntraced(function* ({ endpoint, params, request }) {
        const access = yield* accessOf(endpoint)
        yield* rejectOtherBody(request)
        const receive = receiveImage(request, "screenshot", ScreenshotInfo, screenshotLimits)
        return screenshotToModel(yield* uploadScreenshot(access, params.keyId, receive), yield* imageLinks)
      })
    )
    .handleAll({
      list: Effect.fnUntraced(function* ({ endpoint, params }) {
        const rows = yield* listScreenshots(yield* accessOf(endpoint), params.keyId)
        const links = yield* imageLinks
        return { _embedded: { screenshots: rows.map((row) => screenshotToModel(row, links)) } }
      }),
      delete: Effect.fnUntraced(function* ({ endpoint, params }) {
        yield* deleteScreenshots(yield* accessOf(endpoint), params.keyId, params.screenshotIds)
      })
    })
)
