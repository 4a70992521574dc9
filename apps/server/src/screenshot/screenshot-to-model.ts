import type { ScreenshotModel } from "@dragoman/api"
import { imageFileName } from "@dragoman/domain/image"
import type { ScreenshotReferenceRow, ScreenshotRow } from "@dragoman/store"

/** `address`: what absolute links begin with. Source: reference "content-api" 4.4. */
export const screenshotToModel = (screenshot: ScreenshotRow, address: string): ScreenshotModel => {
  const filename = imageFileName(screenshot.name, "large")
  const thumbnail = imageFileName(screenshot.name, "small")
  const middleSized = imageFileName(screenshot.name, "middle")
  return {
    id: screenshot.id,
    filename,
    thumbnail,
    middleSized,
    fileUrl: `${address}/screenshots/${filename}`,
    thumbnailUrl: `${address}/screenshots/${thumbnail}`,
    middleSizedUrl: `${address}/screenshots/${middleSized}`,
    createdAt: screenshot.createdAt,
    keyReferences: screenshot.references.flatMap(referenceToModels),
    location: screenshot.location,
    width: screenshot.width,
    height: screenshot.height
  }
}

const referenceToModels = ({ keyId, keyName, keyNamespace, positions, originalText }: ScreenshotReferenceRow) =>
  (positions === null || positions.length === 0 ? [null] : positions).map((position) => ({
    keyId,
    keyName,
    keyNamespace,
    position,
    originalText
  }))
