import { domainError } from "@dragoman/domain/error"
import { type ScreenshotInput, scalePosition } from "@dragoman/domain/image"
import { ImageRepository, ScreenshotRepository, type UploadRow } from "@dragoman/store"
import { Effect } from "effect"
import { screenshotEntities } from "./screenshot-entities.ts"

/** Uploaded images for a key; each of them once. */
export interface KeyScreenshots {
  readonly keyId: number
  readonly screenshots: ReadonlyArray<ScreenshotInput>
}

/**
 * Makes uploaded images screenshots of keys, inside the transaction of the change; fails with the error of images that
 * are not there, as those of other users are not. The uploads are used up by it.
 */
export const attachScreenshots = Effect.fn("attachScreenshots")(function* (
  userId: number,
  keys: ReadonlyArray<KeyScreenshots>
) {
  const images = yield* ImageRepository
  const repository = yield* ScreenshotRepository
  const ids = [...new Set(keys.flatMap(({ screenshots }) => screenshots.map((input) => input.uploadedImageId)))]
  const uploads = (yield* images.listUploads(ids)).filter(({ ownerId }) => ownerId === userId)
  if (uploads.length < ids.length) return yield* Effect.fail(domainError("one_or_more_images_not_found"))
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
  yield* repository.insert(references)
  return screenshotEntities(references, "ADD")
})

/** Positions in the image as it is stored. */
export const toStored = (
  positions: NonNullable<ScreenshotInput["positions"]>,
  upload: Omit<UploadRow, "id" | "ownerId" | "location"> | undefined
) =>
  upload === undefined || positions.length === 0
    ? null
    : positions.map((position) =>
        scalePosition(position, { width: upload.uploadedWidth, height: upload.uploadedHeight }, upload)
      )
