import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { imageLinks } from "../image/image-links.ts"
import { deleteScreenshots } from "./delete-screenshots.ts"
import { listScreenshots } from "./list-screenshots.ts"
import { screenshotToModel } from "./screenshot-to-model.ts"
import { uploadScreenshot } from "./upload-screenshot.ts"

export const ScreenshotHandlers = HttpApiBuilder.group(Api, "screenshot", (handlers) =>
  handlers
    .handleRaw(
      "upload",
      Effect.fnUntraced(function* ({ endpoint, params, request }) {
        const screenshot = yield* uploadScreenshot(yield* granted(endpoint), params.keyId, request)
        return screenshotToModel(screenshot, yield* imageLinks)
      })
    )
    .handleAll({
      list: Effect.fnUntraced(function* ({ endpoint, params }) {
        const rows = yield* listScreenshots(yield* granted(endpoint), params.keyId)
        const links = yield* imageLinks
        return { _embedded: { screenshots: rows.map((row) => screenshotToModel(row, links)) } }
      }),
      delete: Effect.fnUntraced(function* ({ endpoint, params }) {
        yield* deleteScreenshots(yield* granted(endpoint), params.keyId, params.screenshotIds)
      })
    })
)
