import { Layer } from "effect"
import { AbsentFeatureHandlers, BranchHandlers } from "./absent-feature/absent-feature-handlers.ts"

/** Every endpoint of the platform. */
export const layerPlatformHandlers = Layer.mergeAll(AbsentFeatureHandlers, BranchHandlers)
