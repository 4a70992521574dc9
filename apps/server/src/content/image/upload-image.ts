import { ImageInfo } from "@dragoman/api"
import { imageLimits } from "@dragoman/domain/image"
import { Database, ImageRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { newImage, screenshotLimits } from "./new-image.ts"
import { receiveImage } from "./receive-image.ts"

/** Keeps an image until it is attached to keys, or for two hours. Source: reference "content-api" 4.3. */
export const uploadImage = Effect.fn("uploadImage")(function* (
  { caller }: UserAccess,
  request: HttpServerRequest.HttpServerRequest
) {
  const images = yield* ImageRepository
  const database = yield* Database
  if ((yield* images.countUploads(caller.userId)) > imageLimits.pendingUploadsMax) {
    return yield* failWith("too_many_uploaded_images")
  }
  const { image, info } = yield* receiveImage(request, "image", ImageInfo, screenshotLimits)
  const created = newImage(image, {
    purpose: "UPLOAD",
    ownerId: caller.userId,
    location: info?.location ?? null,
    createdAt: yield* Clock.currentTimeMillis
  })
  const id = yield* database.transaction(images.insert(created))
  return { id, name: created.name, location: created.location, createdAt: created.createdAt }
})
