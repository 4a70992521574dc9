import { Layer } from "effect"
import { BranchMergeHandlers } from "./branch-merge/branch-merge-handlers.ts"
import { RevertHandlers } from "./revert/revert-handlers.ts"

/** All endpoints of releases. */
export const layerReleaseHandlers = Layer.mergeAll(BranchMergeHandlers, RevertHandlers)
