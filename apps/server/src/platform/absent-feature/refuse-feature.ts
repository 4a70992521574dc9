import { failWith } from "../fail.ts"

/** Features of the original that this server has not, by the names that its clients know. */
type AbsentFeature =
  | "AI_PROMPT_CUSTOMIZATION"
  | "BRANCHING"
  | "MACHINE_TRANSLATION"
  | "QA_CHECKS"
  | "TASKS"
  | "TRANSLATION_LABELS"
  | "TRANSLATION_MEMORY"

/** Clients that know this error go on without the feature. Source: reference "auth-and-permissions" 8.2. */
export const refuseFeature = (name: AbsentFeature) => failWith("feature_not_enabled", [name])
