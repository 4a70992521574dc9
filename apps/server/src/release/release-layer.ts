import { Layer } from "effect"
import { BranchMergeHandlers } from "./branch-merge/branch-merge-handlers.ts"
import { ContentDeliveryHandlers } from "./content-delivery/content-delivery-handlers.ts"
import { ContentStorageHandlers } from "./content-storage/content-storage-handlers.ts"
import { RevertHandlers } from "./revert/revert-handlers.ts"

/** All endpoints of releases. */
export const layerReleaseHandlers = Layer.mergeAll(
  BranchMergeHandlers,
  ContentDeliveryHandlers,
  ContentStorageHandlers,
  RevertHandlers
)
