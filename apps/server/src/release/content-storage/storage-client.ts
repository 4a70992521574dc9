import { Data, type Effect } from "effect"

/** A storage rejected a request or did not respond. `sentence`: for the people of the project, without a secret. */
export class StorageFailed extends Data.TaggedError("StorageFailed")<{ readonly sentence: string }> {}

/** A file as it is written to a storage. */
export interface StoredObject {
  /** Below the path of the storage, with the slug. */
  readonly path: string
  readonly content: Uint8Array
  readonly mediaType: string
  readonly cacheControl: string
}

/** Writes, lists and removes files in a storage. Each request has a time limit and is retried a few times. */
export interface StorageClient {
  readonly write: (object: StoredObject) => Effect.Effect<void, StorageFailed>
  /** Lists the paths of all files below the path. */
  readonly list: (path: string) => Effect.Effect<ReadonlyArray<string>, StorageFailed>
  /** Removes files; one that is missing already is no failure. */
  readonly remove: (paths: ReadonlyArray<string>) => Effect.Effect<void, StorageFailed>
}
