import { Effect } from "effect"
import { failWith } from "../fail.ts"

/** Tolgee's names of features that the server does not have. */
type UnsupportedFeature =
  | "AI_PROMPT_CUSTOMIZATION"
  | "BRANCHING"
  | "MACHINE_TRANSLATION"
  | "QA_CHECKS"
  | "TASKS"
  | "TRANSLATION_LABELS"
  | "TRANSLATION_MEMORY"

/** Clients know this error and continue without the feature. */
export const failUnsupported = (name: UnsupportedFeature) => failWith("feature_not_enabled", [name])

/** Fails for a request that names a branch: the server has no branches. To be called before anything else. */
export const requireNoBranch = (branch: string | null | undefined) =>
  (branch ?? "").trim() === "" ? Effect.void : failUnsupported("BRANCHING")
