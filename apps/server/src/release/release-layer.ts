import { Layer } from "effect"
import { BranchMergeHandlers } from "./branch-merge/branch-merge-handlers.ts"

/** All endpoints of releases. */
export const layerReleaseHandlers = Layer.mergeAll(BranchMergeHandlers)
