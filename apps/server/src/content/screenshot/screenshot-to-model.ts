import type { ScreenshotModel } from "@dragoman/api"
import { type ImageVariant, imageFileName } from "@dragoman/domain/image"
import type { ScreenshotReferenceRow, ScreenshotRow } from "@dragoman/store"
import { type ImageLinks, imageLink } from "../image/image-links.ts"

export const screenshotToModel = (screenshot: ScreenshotRow, links: ImageLinks): ScreenshotModel => {
  const linkTo = (variant: ImageVariant) => imageLink(links, "screenshots", imageFileName(screenshot.name, variant))
  const [large, small, middle] = [linkTo("large"), linkTo("small"), linkTo("middle")]
  return {
    id: screenshot.id,
    filename: large.name,
    thumbnail: small.name,
    middleSized: middle.name,
    fileUrl: large.url,
    thumbnailUrl: small.url,
    middleSizedUrl: middle.url,
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
