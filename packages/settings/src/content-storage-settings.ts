import { parseAzureConnection, type StorageTarget } from "@dragoman/domain/content-delivery"
import type { contentStorageSettingRows } from "./content-storage-setting-rows.ts"
import { type FieldValues, type SettingField, variableOf } from "./setting-table.ts"

export type ContentStorageValues = Pick<FieldValues<"server">, keyof typeof contentStorageSettingRows>

/** Returns the storage of the server for published files; null: its database. */
export const serverStorage = (values: ContentStorageValues): StorageTarget | null => {
  const {
    contentDeliveryS3Bucket: bucketName,
    contentDeliveryS3Endpoint: endpoint,
    contentDeliveryS3Region: signingRegion,
    contentDeliveryS3AccessKeyId: accessKey,
    contentDeliveryS3SecretAccessKey: secretKey,
    contentDeliveryAzureConnectionString: connectionString,
    contentDeliveryAzureContainer: containerName
  } = values
  if (bucketName !== null && endpoint !== null && accessKey !== null && secretKey !== null) {
    const path = (values.contentDeliveryS3Path ?? "").replace(/^\/+|\/+$/g, "")
    return { type: "S3", settings: { bucketName, endpoint, signingRegion, path }, secret: { accessKey, secretKey } }
  }
  return connectionString === null || containerName === null
    ? null
    : { type: "AZURE", settings: { containerName }, secret: { connectionString } }
}

type Field = SettingField & keyof ContentStorageValues

/** One sentence for each setting without which a storage is of no use. */
export const contentStorageProblems = (values: Partial<ContentStorageValues>): ReadonlyArray<string> => {
  const isSet = (field: Field): boolean => (values[field] ?? null) !== null
  const needs = (because: Field, ...needed: ReadonlyArray<Field>): ReadonlyArray<string> =>
    isSet(because)
      ? needed
          .filter((field) => !isSet(field))
          .map((field) => `${variableOf(because)} needs ${variableOf(field)}, which is not set.`)
      : []
  const connectionString = values.contentDeliveryAzureConnectionString ?? null
  return [
    ...needs(
      "contentDeliveryS3Bucket",
      "contentDeliveryS3Endpoint",
      "contentDeliveryS3AccessKeyId",
      "contentDeliveryS3SecretAccessKey"
    ),
    ...needs("contentDeliveryS3Endpoint", "contentDeliveryS3Bucket"),
    ...needs("contentDeliveryAzureConnectionString", "contentDeliveryAzureContainer"),
    ...needs("contentDeliveryAzureContainer", "contentDeliveryAzureConnectionString"),
    ...(isSet("contentDeliveryS3Bucket") && isSet("contentDeliveryAzureContainer")
      ? [
          `${variableOf("contentDeliveryS3Bucket")} and ${variableOf("contentDeliveryAzureContainer")} are both set: published files have one storage.`
        ]
      : []),
    ...(connectionString !== null && parseAzureConnection(connectionString) === null
      ? [`${variableOf("contentDeliveryAzureConnectionString")} needs AccountName and AccountKey.`]
      : [])
  ]
}
