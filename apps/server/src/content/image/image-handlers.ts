import { Api, ImageInfo } from "@dragoman/api"
import { imageFileName } from "@dragoman/domain/image"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { deleteUploadedImages, screenshotLimits, uploadImage } from "./change-images.ts"
import { imageLink, imageLinks } from "./image-links.ts"
import { receiveImage } from "./image-thread.ts"

export const ImageHandlers = HttpApiBuilder.group(Api, "image", (handlers) =>
  handlers
    .handleRaw(
      "upload",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        const receive = receiveImage(request, "image", ImageInfo, screenshotLimits)
        const { id, name, location, createdAt } = yield* uploadImage(yield* accessOf(endpoint), receive)
        const link = imageLink(yield* imageLinks, "uploaded-images", imageFileName(name, "large"))
        return { id, filename: name, fileUrl: link.url, requestFilename: link.name, createdAt, location }
      })
    )
    .handleAll({
      delete: Effect.fnUntraced(function* ({ endpoint, params }) {
        yield* deleteUploadedImages(yield* accessOf(endpoint), params.imageIds)
      })
    })
)
