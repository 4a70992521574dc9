import { Context, type Effect } from "effect"
import type { StorageClient, StorageFailed } from "./storage-client.ts"

/** The storages of projects and of the server. */
export class StorageClients extends Context.Service<
  StorageClients,
  {
    /** `storageId` null: the storage of the server. Returns null for the built-in one, which is the database. */
    readonly open: (storageId: number | null) => Effect.Effect<StorageClient | null, StorageFailed>
  }
>()("@dragoman/server/release/content-storage/StorageClients") {}
