import { Effect } from "effect"
import { refuseFeature } from "./refuse-feature.ts"

/** Rejects a request that names a branch, before anything else: the server has no branches. */
export const refuseBranch = (branch: string | null | undefined) =>
  (branch ?? "").trim() === "" ? Effect.void : refuseFeature("BRANCHING")
