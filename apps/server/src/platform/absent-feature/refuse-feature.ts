import { refusedWith } from "../refused.ts"

/** Features of the original that this server has not, by the names that its clients know. */
type AbsentFeature =
  | "AI_PROMPT_CUSTOMIZATION"
  | "BRANCHING"
  | "MACHINE_TRANSLATION"
  | "QA_CHECKS"
  | "TASKS"
  | "TRANSLATION_LABELS"
  | "TRANSLATION_MEMORY"

/** Clients that know this refusal go on without the feature. Source: reference "auth-and-permissions" 8.2. */
export const refuseFeature = (name: AbsentFeature) => refusedWith(400, "feature_not_enabled", [name])
