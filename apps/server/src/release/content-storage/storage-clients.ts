import { targetOfStored } from "@dragoman/domain/content-delivery"
import type { AddressResolver, EndpointConnector } from "@dragoman/network"
import { serverStorage } from "@dragoman/settings"
import { ContentStorageRepository } from "@dragoman/store"
import { Context, Effect, Layer, Option } from "effect"
import { Settings } from "../../platform/settings/settings.ts"
import { sendUnguarded } from "../../service/object-storage/object-request.ts"
import { openProjectStorage, patient } from "./open-project-storage.ts"
import { openStorage } from "./open-storage.ts"
import { type StorageClient, StorageFailed } from "./storage-client.ts"

/** The names of settings in advice to operators. */
const namesOfServer = {
  endpoint: "DRAGOMAN_CONTENT_DELIVERY_S3_ENDPOINT",
  bucket: "DRAGOMAN_CONTENT_DELIVERY_S3_BUCKET",
  region: "DRAGOMAN_CONTENT_DELIVERY_S3_REGION",
  keys: "the two keys of DRAGOMAN_CONTENT_DELIVERY_S3",
  connectionString: "DRAGOMAN_CONTENT_DELIVERY_AZURE_CONNECTION_STRING"
}

/** The storages of projects and of the server. */
export class StorageClients extends Context.Service<
  StorageClients,
  {
    /** `storageId` null: the storage of the server. Returns null for the built-in one, which is the database. */
    readonly open: (storageId: number | null) => Effect.Effect<StorageClient | null, StorageFailed>
  }
>()("@dragoman/server/release/content-storage/StorageClients") {
  static readonly layer = Layer.effect(
    StorageClients,
    Effect.gen(function* () {
      const repository = yield* ContentStorageRepository
      const services = yield* Effect.context<Settings | AddressResolver | EndpointConnector>()
      const ofServer = serverStorage(yield* Settings)
      return StorageClients.of({
        open: Effect.fn("StorageClients.open")(function* (storageId) {
          if (storageId === null) {
            return ofServer === null
              ? null
              : openStorage(ofServer, { ...patient, send: sendUnguarded, names: namesOfServer })
          }
          const found = yield* repository.findById(storageId)
          if (Option.isNone(found))
            return yield* new StorageFailed({ sentence: "The storage does not exist any more." })
          return yield* openProjectStorage(targetOfStored(found.value), patient).pipe(Effect.provideContext(services))
        })
      })
    })
  )
}
