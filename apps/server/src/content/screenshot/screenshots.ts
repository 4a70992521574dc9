import type { ScreenshotInfo } from "@dragoman/api"
import {
  imageLimits,
  type ScreenshotInput,
  type ScreenshotsInput,
  scalePosition,
  toScreenshotInputs
} from "@dragoman/domain/image"
import { ImageRepository, ScreenshotRepository, type UploadRow } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { changeContent } from "../../change/change-project.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { type ProjectAccess, requireScopes } from "../../service/access/access.ts"
import { newImage, type ReceivedImage } from "../image/change-images.ts"
import { ImageFiles } from "../image/image-files.ts"
import { getKey } from "../key/key-queries.ts"
import { describedKey } from "../key/key-shapes.ts"
import { screenshotEntities } from "./screenshot-shapes.ts"

/** The screenshots of a key, by id. */
export const listScreenshots = Effect.fn("listScreenshots")(function* (
  access: ProjectAccess<"screenshots.view">,
  keyId: number
) {
  const repository = yield* ScreenshotRepository
  yield* getKey(access, keyId)
  return yield* repository.listOfKeys([keyId])
})

/** Adds an image to a key. Runs `receive` only after the checks: a rejected request uploads nothing. */
export const uploadScreenshot = Effect.fn("uploadScreenshot")(function* <E, R>(
  access: ProjectAccess<"screenshots.upload">,
  keyId: number,
  receive: Effect.Effect<ReceivedImage<ScreenshotInfo>, E, R>
) {
  const images = yield* ImageRepository
  const screenshots = yield* ScreenshotRepository
  yield* getKey(access, keyId)
  yield* checkCount(keyId)
  const { image, info } = yield* receive
  const created = newImage(image, {
    purpose: "SCREENSHOT",
    ownerId: null,
    location: info?.location ?? null,
    createdAt: yield* Clock.currentTimeMillis
  })
  const stored = yield* ImageFiles.use((files) => files.store(created))
  return yield* changeContent(
    access,
    { keyIds: [keyId] },
    Effect.fnUntraced(function* (_, record) {
      const key = yield* getKey(access, keyId)
      yield* checkCount(keyId)
      const imageId = yield* images.insert(stored)
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
      yield* screenshots.insert(access.projectId, [reference])
      yield* record("SCREENSHOT_ADD", screenshotEntities([reference], "ADD"), { described: describedKey(key) })
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

/** Removes screenshots from a key. */
export const deleteScreenshots = Effect.fn("deleteScreenshots")(function* (
  access: ProjectAccess<"screenshots.delete">,
  keyId: number,
  ids: ReadonlyArray<number>
) {
  yield* changeContent(
    access,
    { keyIds: [keyId] },
    Effect.fnUntraced(function* (_, record) {
      const key = yield* getKey(access, keyId)
      yield* record("SCREENSHOT_DELETE", yield* detachScreenshots(access, keyId, ids), {
        described: describedKey(key)
      })
    })
  )
})

/** The uploaded images that a body attaches to a key; fails when the caller may not upload screenshots. */
export const uploadedScreenshots = Effect.fn("uploadedScreenshots")(function* (
  access: ProjectAccess,
  input: ScreenshotsInput
) {
  const screenshots: ReadonlyArray<ScreenshotInput> = yield* orFail(toScreenshotInputs(input))
  const isOldForm = input.imageIds !== null && input.imageIds !== undefined
  if (isOldForm || screenshots.length > 0) yield* requireScopes(access, ["screenshots.upload"])
  return screenshots
})

/** Uploaded images for a key; each of them once. */
export interface KeyScreenshots {
  readonly keyId: number
  readonly screenshots: ReadonlyArray<ScreenshotInput>
}

/**
 * Turns uploaded images into screenshots of keys, in the transaction of the operation. Fails for images that do not exist
 * or that another user uploaded.
 */
export const attachScreenshots = Effect.fn("attachScreenshots")(function* (
  projectId: number,
  userId: number,
  keys: ReadonlyArray<KeyScreenshots>
) {
  const images = yield* ImageRepository
  const repository = yield* ScreenshotRepository
  const ids = [...new Set(keys.flatMap(({ screenshots }) => screenshots.map((input) => input.uploadedImageId)))]
  const uploads = (yield* images.listUploads(ids)).filter(({ ownerId }) => ownerId === userId)
  if (uploads.length < ids.length) return yield* failWith("one_or_more_images_not_found")
  const uploadById = new Map(uploads.map((upload) => [upload.id, upload]))
  const references = keys.flatMap(({ keyId, screenshots }) =>
    screenshots.map(({ uploadedImageId, text, positions }) => ({
      imageId: uploadedImageId,
      keyId,
      positions: toStored(positions ?? [], uploadById.get(uploadedImageId)),
      originalText: text ?? null
    }))
  )
  yield* images.toScreenshots(ids)
  yield* repository.insert(projectId, references)
  return screenshotEntities(references, "ADD")
})

/**
 * Removes screenshots from a key, in the transaction of the operation, and deletes those that no other key has. Ignores
 * unknown ids, and screenshots of other keys and projects.
 */
export const detachScreenshots = Effect.fn("detachScreenshots")(function* (
  access: ProjectAccess,
  keyId: number,
  ids: ReadonlyArray<number>
) {
  const repository = yield* ScreenshotRepository
  const links = yield* repository.listLinks(ids)
  const removed = links.filter((link) => link.keyId === keyId && link.projectId === access.projectId)
  yield* repository.removeLinks(removed)
  yield* repository.removeWithoutKeys(removed.map(({ imageId }) => imageId))
  return screenshotEntities(removed, "DEL")
})

const checkCount = Effect.fnUntraced(function* (keyId: number) {
  const screenshots = yield* ScreenshotRepository
  if ((yield* screenshots.count(keyId)) >= imageLimits.screenshotsPerKeyMax) {
    return yield* failWith("max_screenshots_exceeded", [imageLimits.screenshotsPerKeyMax])
  }
})

/** Scales positions in the uploaded image to the stored one. */
const toStored = (
  positions: NonNullable<ScreenshotInput["positions"]>,
  upload: Omit<UploadRow, "id" | "ownerId" | "location"> | undefined
) =>
  upload === undefined || positions.length === 0
    ? null
    : positions.map((position) =>
        scalePosition(position, { width: upload.uploadedWidth, height: upload.uploadedHeight }, upload)
      )
