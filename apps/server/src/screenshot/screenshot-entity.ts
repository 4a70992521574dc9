import type { EntityChange } from "@dragoman/domain/activity"

/** A screenshot that a key got or lost, as the activity shows it. Source: reference "webhooks" 3.4. */
export const screenshotEntity = (imageId: number, keyId: number, change: "ADD" | "DEL"): EntityChange => ({
  entityClass: "Screenshot",
  entityId: imageId,
  before: change === "ADD" ? null : {},
  after: change === "ADD" ? {} : null,
  relations: { key: { entityClass: "Key", entityId: keyId } }
})
