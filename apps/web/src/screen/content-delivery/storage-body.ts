import type { Request, Response } from "../../base/api/contract.ts"

export type ContentStorage = Response<"contentStorage", "get">
type StorageBody = Request<"contentStorage", "create">["payload"]

export const storageTypes = ["S3", "AZURE"] as const
export type StorageType = (typeof storageTypes)[number]

/** Returns the texts that the form begins with. Secrets are never read, so their fields begin empty. */
export const storageTextsOf = (storage: ContentStorage | null) => ({
  name: storage?.name ?? "",
  publicUrlPrefix: storage?.publicUrlPrefix ?? "",
  bucketName: storage?.s3ContentStorageConfig?.bucketName ?? "",
  endpoint: storage?.s3ContentStorageConfig?.endpoint ?? "",
  signingRegion: storage?.s3ContentStorageConfig?.signingRegion ?? "",
  path: storage?.s3ContentStorageConfig?.path ?? "",
  accessKey: "",
  secretKey: "",
  containerName: storage?.azureContentStorageConfig?.containerName ?? "",
  connectionString: ""
})

/** Returns the body that tests or saves the form: the settings of one type alone. */
export const storageBodyOf = (type: StorageType, texts: ReturnType<typeof storageTextsOf>): StorageBody => {
  const { name, publicUrlPrefix, containerName, connectionString, ...s3 } = texts
  return {
    name,
    publicUrlPrefix,
    ...(type === "S3"
      ? { s3ContentStorageConfig: s3 }
      : { azureContentStorageConfig: { containerName, connectionString } })
  }
}

/** Returns the sentence in the parameters of a failed test, which says what the storage rejected; null: there is none. */
export const rejectionOf = (params: ReadonlyArray<unknown>): string | null => {
  // Errors of saving have the parameters of the reason in a list of their own.
  const last = params.flat(2).at(-1)
  return typeof last === "string" && last.includes(" ") ? last : null
}
