import type { ScreenshotModel } from "@dragoman/api"
import type { EntityChange, EntityReference } from "@dragoman/domain/activity"
import { type ImageVariant, imageFileName } from "@dragoman/domain/image"
import type { ScreenshotLink, ScreenshotReferenceRow, ScreenshotRow } from "@dragoman/store"
import { type ImageLinks, imageLink } from "../image/image-links.ts"

/** Converts a screenshot for responses. */
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

/** A screenshot of several keys is in the list of each of them. */
export const screenshotsByKey = (
  screenshots: ReadonlyArray<ScreenshotRow>
): ReadonlyMap<number, ReadonlyArray<ScreenshotRow>> => {
  const pairs = screenshots.flatMap((screenshot) => screenshot.references.map(({ keyId }) => ({ keyId, screenshot })))
  const byKey = Map.groupBy(pairs, ({ keyId }) => keyId)
  return new Map([...byKey].map(([keyId, ofKey]) => [keyId, ofKey.map(({ screenshot }) => screenshot)]))
}

/**
 * Screenshots that were added to keys or removed from them, as the activity shows them: each image once, with the first of its keys. The activity
 * shows a removed image also when it stays with other keys.
 */
export const screenshotEntities = (
  links: ReadonlyArray<ScreenshotLink>,
  change: "ADD" | "DEL"
): ReadonlyArray<EntityChange> =>
  [...Map.groupBy(links, ({ imageId }) => imageId)].map(([imageId, ofImage]): EntityChange => {
    const [key, ...otherKeys] = ofImage.map(({ keyId }): EntityReference => ({ entityClass: "Key", entityId: keyId }))
    return {
      entityClass: "Screenshot",
      entityId: imageId,
      before: change === "ADD" ? null : {},
      after: change === "ADD" ? {} : null,
      relations: key === undefined ? {} : { key },
      otherKeys
    }
  })
