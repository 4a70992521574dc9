import { Context, Effect, Layer } from "effect"
import { type StorageClient, StorageFailed } from "./storage-client.ts"

/** The storages of projects and of the server. */
export class StorageClients extends Context.Service<
  StorageClients,
  {
    /** `storageId` null: the storage of the server. Returns null for the built-in one, which is the database. */
    readonly open: (storageId: number | null) => Effect.Effect<StorageClient | null, StorageFailed>
  }
>()("@dragoman/server/release/content-storage/StorageClients") {
  static readonly layer = Layer.succeed(
    StorageClients,
    StorageClients.of({
      open: (storageId) =>
        storageId === null
          ? Effect.succeed(null)
          : Effect.fail(new StorageFailed({ sentence: "This version of the server cannot write to the storage." }))
    })
  )
}
