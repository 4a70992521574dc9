import { failWith } from "../fail.ts"

/** Tolgee's names of features that the server does not have. */
type AbsentFeature =
  | "AI_PROMPT_CUSTOMIZATION"
  | "BRANCHING"
  | "MACHINE_TRANSLATION"
  | "QA_CHECKS"
  | "TASKS"
  | "TRANSLATION_LABELS"
  | "TRANSLATION_MEMORY"

/** Clients know this error and continue without the feature. */
export const refuseFeature = (name: AbsentFeature) => failWith("feature_not_enabled", [name])
