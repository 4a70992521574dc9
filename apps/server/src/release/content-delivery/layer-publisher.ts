import { Layer } from "effect"
import { failWith } from "../../platform/fail.ts"
import { Publisher } from "./publisher.ts"

/** Rejects publishing until the server has a publisher. */
export const layerPublisher = Layer.succeed(
  Publisher,
  Publisher.of({ publish: () => failWith("cannot_store_file_to_content_storage") })
)
