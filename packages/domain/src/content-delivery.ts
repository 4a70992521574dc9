export {
  checkSlug,
  type PublishedExport,
  type PublishedFile,
  validateDeliveryName
} from "./content-delivery/content-delivery.ts"
export {
  type AzureConnection,
  type AzureStorageSecret,
  type AzureStorageSettings,
  type ContentStorageContent,
  type ContentStorageType,
  contentStorageTypes,
  parseAzureConnection,
  publicUrlOf,
  type S3StorageSecret,
  type S3StorageSettings,
  type StorageTarget,
  storedTarget,
  targetOfStored,
  validateContentStorage
} from "./content-delivery/content-storage.ts"
export { type DeliveredPath, parseDeliveredPath } from "./content-delivery/delivered-path.ts"
export { keptVersions, keptVersionsMin, nextVersion, type VersionTime } from "./content-delivery/kept-versions.ts"
export { type ManifestFacts, manifestPath, printManifest } from "./content-delivery/manifest.ts"
export {
  type PublishingDelays,
  publishingRetryMillis
} from "./content-delivery/publishing-schedule.ts"
