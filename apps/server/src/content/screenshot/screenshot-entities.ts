import type { EntityChange, EntityReference } from "@dragoman/domain/activity"
import type { ScreenshotLink } from "@dragoman/store"

/**
 * Screenshots that keys got or lost, as the activity shows them: each image once, with the first of its keys. An image that
 * stays with other keys is told all the same, because of the key that lost it.
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
