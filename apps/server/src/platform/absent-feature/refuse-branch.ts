import { Effect } from "effect"
import { refuseFeature } from "./refuse-feature.ts"

/** There are no branches: who names one is told so, before anything happens. Source: reference "content-api" 5.1. */
export const refuseBranch = (branch: string | null | undefined) =>
  (branch ?? "").trim() === "" ? Effect.void : refuseFeature("BRANCHING")
