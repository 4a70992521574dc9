import { Data } from "effect"

/** A defect: the storage of images does not work now. The message says why, for the log. */
export class ImageStorageUnavailable extends Data.TaggedError("ImageStorageUnavailable")<{
  readonly message: string
}> {}
