import { Api, ImageInfo } from "@dragoman/api"
import { imageFileName } from "@dragoman/domain/image"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { deleteUploadedImages, screenshotLimits, uploadImage } from "./change-images.ts"
import { imageLink, imageLinks } from "./image-links.ts"
import { receiveImage } from "./image-thread.ts"

export const ImageHandlers = HttpApiBuilder.group(Api, "image", (handlers) =>
  handlers
    .handleRaw(
      "upload",
      withAccess(function* (access, { request }) {
        const receive = receiveImage(request, "image", ImageInfo, screenshotLimits)
        const { id, name, location, createdAt } = yield* uploadImage(access, receive)
        const link = imageLink(yield* imageLinks, "uploaded-images", imageFileName(name, "large"))
        return { id, filename: name, fileUrl: link.url, requestFilename: link.name, createdAt, location }
      })
    )
    .handleAll({
      delete: withAccess((access, { params }) => deleteUploadedImages(access, params.imageIds))
    })
)
