import type { ContentStorageModel } from "@dragoman/api"
import { targetOfStored } from "@dragoman/domain/content-delivery"
import type { ContentStorageRow } from "@dragoman/store"
import type { EntityChange } from "../../change/activity/record-activity.ts"

/** Converts a storage for responses, without its secrets. */
export const contentStorageToModel = (row: ContentStorageRow): ContentStorageModel => {
  const target = targetOfStored(row)
  return {
    id: row.id,
    name: row.name,
    publicUrlPrefix: row.publicUrlPrefix,
    s3ContentStorageConfig: target.type === "S3" ? target.settings : null,
    azureContentStorageConfig: target.type === "AZURE" ? target.settings : null
  }
}

/** Describes a change of a storage for the activity, without its secrets. */
export const contentStorageEntity = (
  before: ContentStorageRow | null,
  after: ContentStorageRow | null
): EntityChange => ({
  entityClass: "ContentStorage",
  entityId: (after ?? before)?.id ?? 0,
  before: before && toLogged(before),
  after: after && toLogged(after)
})

const toLogged = ({ name, publicUrlPrefix, type, settings }: ContentStorageRow) => ({
  name,
  publicUrlPrefix,
  settings: { type, ...settings }
})
