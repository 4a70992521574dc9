import type { ContentDeliveryConfigModel } from "@dragoman/api"
import { publicUrlOf } from "@dragoman/domain/content-delivery"
import type { ContentDeliveryRow, ContentStorageRow } from "@dragoman/store"
import type { EntityChange } from "../../change/activity/record-activity.ts"
import { contentStorageToModel } from "../content-storage/content-storage-shapes.ts"

/** A content delivery, and its storage; null: that of the server. */
export interface ShownContentDelivery {
  readonly row: ContentDeliveryRow
  readonly storage: ContentStorageRow | null
}

/** Converts a content delivery for responses. `serverPrefix`: address of the server's own storage; null: unknown. */
export const contentDeliveryToModel = (
  { row, storage }: ShownContentDelivery,
  serverPrefix: string | null
): ContentDeliveryConfigModel => {
  const { id, name, slug, autoPublish, pruneBeforePublish, zip, liveVersion, lastError, branchName } = row
  const files = row.lastPublishedFiles ?? []
  return {
    id,
    name,
    slug,
    storage: storage && contentStorageToModel(storage),
    publicUrl: publicUrlOf(storage === null ? serverPrefix : storage.publicUrlPrefix, slug),
    autoPublish,
    pruneBeforePublish,
    zip,
    ...row.parameters,
    reviewedOnly: row.parameters.reviewedOnly ?? false,
    filterBranch: branchName,
    branchName,
    lastPublished: row.lastPublishedAt,
    lastPublishedFiles: files.map(({ path }) => path),
    lastAttempt: row.lastAttemptAt,
    lastError,
    liveVersion,
    files
  }
}

/** Describes a change of a content delivery for the activity. */
export const contentDeliveryEntity = (
  before: ContentDeliveryRow | null,
  after: ContentDeliveryRow | null
): EntityChange => ({
  entityClass: "ContentDeliveryConfig",
  entityId: (after ?? before)?.id ?? 0,
  before: before && toLogged(before),
  after: after && toLogged(after)
})

const toLogged = (row: ContentDeliveryRow) => ({
  name: row.name,
  slug: row.slug,
  storage: row.storageId,
  branch: row.branchName,
  autoPublish: row.autoPublish,
  pruneBeforePublish: row.pruneBeforePublish,
  zip: row.zip,
  parameters: { ...row.parameters }
})
