/** Kinds of storages that people add to projects. */
export const contentStorageTypes = ["S3", "AZURE"] as const

export type ContentStorageType = (typeof contentStorageTypes)[number]

/** The readable settings of an S3-compatible storage. */
export interface S3StorageSettings {
  readonly bucketName: string
  readonly endpoint: string
  readonly signingRegion: string
  /** Prefix of all objects, without slashes at its ends; empty: none. */
  readonly path: string
}

/** The readable settings of an Azure Blob storage. */
export interface AzureStorageSettings {
  readonly containerName: string
}
