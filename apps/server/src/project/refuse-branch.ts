import { Effect } from "effect"
import { refusedWith } from "../http/refused.ts"

/** There are no branches: who names one is told so, before anything happens. Source: reference "content-api" 5.1. */
export const refuseBranch = (branch: string | null | undefined) =>
  (branch ?? "").trim() === "" ? Effect.void : refusedWith(400, "feature_not_enabled", ["BRANCHING"])
