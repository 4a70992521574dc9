import { ScreenshotInfo } from "@dragoman/api"
import { imageLimits } from "@dragoman/domain/image"
import { Database, ImageRepository, ScreenshotRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { refuseOtherBody } from "../../platform/body/receive-upload.ts"
import { failWith } from "../../platform/fail.ts"
import { newImage, screenshotLimits } from "../image/new-image.ts"
import { receiveImage } from "../image/receive-image.ts"
import { findKey } from "../key/find-key.ts"
import { describedKey } from "../key/key-entity.ts"
import { toStored } from "./attach-screenshots.ts"
import { screenshotEntities } from "./screenshot-entities.ts"

/** Adds an image to a key. Source: reference "content-api" 4.4. */
export const uploadScreenshot = Effect.fn("uploadScreenshot")(function* (
  access: ProjectAccess<"screenshots.upload">,
  keyId: number,
  request: HttpServerRequest.HttpServerRequest
) {
  const database = yield* Database
  const images = yield* ImageRepository
  const screenshots = yield* ScreenshotRepository
  yield* refuseOtherBody(request)
  // Before the image is received, so that nobody uploads one for nothing.
  yield* findKey(access, keyId)
  yield* checkNumber(keyId)
  const { image, info } = yield* receiveImage(request, "screenshot", ScreenshotInfo, screenshotLimits)
  const created = newImage(image, {
    purpose: "SCREENSHOT",
    ownerId: null,
    location: info?.location ?? null,
    createdAt: yield* Clock.currentTimeMillis
  })
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* lockContentProject(access.projectId)
      const key = yield* findKey(access, keyId)
      yield* checkNumber(keyId)
      const imageId = yield* images.insert(created)
      const reference = {
        imageId,
        keyId,
        positions: toStored(info?.positions ?? [], {
          ...created.size,
          uploadedWidth: created.uploadedSize.width,
          uploadedHeight: created.uploadedSize.height
        }),
        originalText: info?.text ?? null
      }
      yield* screenshots.insert([reference])
      yield* recordActivity({
        projectId: access.projectId,
        authorId: access.caller.userId,
        type: "SCREENSHOT_ADD",
        entities: screenshotEntities([reference], "ADD"),
        described: describedKey(key)
      })
      return {
        id: imageId,
        name: created.name,
        location: created.location,
        width: created.size.width,
        height: created.size.height,
        createdAt: created.createdAt,
        references: [{ ...reference, keyName: key.name, keyNamespace: key.namespace }]
      }
    })
  )
})

const checkNumber = Effect.fnUntraced(function* (keyId: number) {
  const screenshots = yield* ScreenshotRepository
  const number = yield* screenshots.count(keyId)
  if (number >= imageLimits.screenshotsPerKeyMax) {
    return yield* failWith("max_screenshots_exceeded", [imageLimits.screenshotsPerKeyMax])
  }
})
