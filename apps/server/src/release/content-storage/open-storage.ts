import { parseAzureConnection, type StorageTarget } from "@dragoman/domain/content-delivery"
import { Effect } from "effect"
import { AzureContainer } from "../../service/object-storage/azure-container.ts"
import type {
  ObjectStorageFailed,
  RetryOptions,
  SendObjectRequest
} from "../../service/object-storage/object-request.ts"
import { S3Bucket } from "../../service/object-storage/s3-bucket.ts"
import { type StorageClient, StorageFailed } from "./storage-client.ts"

/** How requests to a storage are sent, and how people find its settings. */
export interface StorageConnection extends RetryOptions {
  readonly send: SendObjectRequest
  readonly names: {
    readonly endpoint: string
    readonly bucket: string
    readonly region: string
    readonly keys: string
    readonly connectionString: string
  }
}

/** Number of files that are removed at the same time. */
const removalsAtOnce = 8

/** Makes the client of a storage. */
export const openStorage = (target: StorageTarget, connection: StorageConnection): StorageClient =>
  target.type === "S3" ? openS3(target, connection) : openAzure(target, connection)

const openS3 = (
  { settings, secret }: Extract<StorageTarget, { readonly type: "S3" }>,
  connection: StorageConnection
): StorageClient => {
  const bucket = new S3Bucket(
    {
      endpoint: settings.endpoint,
      bucket: settings.bucketName,
      prefix: settings.path === "" ? "" : `${settings.path}/`,
      region: settings.signingRegion,
      accessKeyId: secret.accessKey,
      secretAccessKey: secret.secretKey
    },
    connection
  )
  return {
    write: ({ path, content, mediaType, cacheControl }) =>
      asStorageFailure(
        bucket.run(() =>
          bucket.request("PUT", path, {
            body: ownBytes(content),
            headers: { "content-type": mediaType, "cache-control": cacheControl }
          })
        )
      ).pipe(Effect.asVoid),
    list: (path) =>
      asStorageFailure(
        bucket.run(async () => (await bucket.list(path === "" ? "" : `${path}/`)).map(({ name }) => name))
      ),
    // S3 responds with success when the file is missing.
    remove: (paths) => removeEach(paths, (path) => bucket.run(() => bucket.request("DELETE", path)))
  }
}

const openAzure = (
  { settings, secret }: Extract<StorageTarget, { readonly type: "AZURE" }>,
  connection: StorageConnection
): StorageClient => {
  const parsed = parseAzureConnection(secret.connectionString)
  if (parsed === null) {
    const failed = Effect.fail(new StorageFailed({ sentence: `${connection.names.connectionString} cannot be read.` }))
    return { write: () => failed, list: () => failed, remove: () => failed }
  }
  const { send, names } = connection
  const container = new AzureContainer(parsed, settings.containerName, {
    ...connection,
    send,
    setting: names.connectionString
  })
  return {
    write: ({ path, content, mediaType, cacheControl }) =>
      asStorageFailure(container.run(() => container.put(path, ownBytes(content), mediaType, cacheControl))),
    list: (path) => asStorageFailure(container.run(() => container.list(path === "" ? "" : `${path}/`))),
    remove: (paths) => removeEach(paths, (path) => container.run(() => container.remove(path)))
  }
}

const removeEach = (
  paths: ReadonlyArray<string>,
  remove: (path: string) => Effect.Effect<unknown, ObjectStorageFailed>
) => asStorageFailure(Effect.forEach(paths, remove, { concurrency: removalsAtOnce, discard: true }))

const asStorageFailure = <A>(effect: Effect.Effect<A, ObjectStorageFailed>): Effect.Effect<A, StorageFailed> =>
  Effect.mapError(effect, ({ sentence }) => new StorageFailed({ sentence }))

/** Copies bytes that share their memory with other threads: a request cannot send those. */
const ownBytes = (content: Uint8Array): Uint8Array<ArrayBuffer> =>
  content.buffer instanceof ArrayBuffer ? (content as Uint8Array<ArrayBuffer>) : new Uint8Array(content)
