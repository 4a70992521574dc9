import type { ErrorCode } from "../error/error-code.ts"
import type { ExistingTranslation } from "./decide-translation.ts"

/** What a caller expects of one text, per text. Source: reference "import-and-formats" 2.12. */
export const keyResolutions = ["KEEP", "OVERRIDE", "NEW", "FORCE_OVERRIDE"] as const

export type KeyResolution = (typeof keyResolutions)[number]

export type ResolutionDecision =
  | { readonly kind: "write" | "keep" }
  | { readonly kind: "refused"; readonly code: ErrorCode }

/** `existing` null: the key has no row in the language. Source: reference "import-and-formats" 2.12. */
export const decideResolution = (
  resolution: KeyResolution,
  existing: ExistingTranslation | null
): ResolutionDecision => {
  const hasText = existing !== null && existing.text !== null
  if (resolution === "NEW" && hasText) return { kind: "refused", code: "translation_exists" }
  if ((resolution === "KEEP" || resolution === "OVERRIDE") && !hasText) {
    return { kind: "refused", code: "translation_not_found" }
  }
  if (resolution === "KEEP") return { kind: "keep" }
  if (existing?.state === "DISABLED") return { kind: "refused", code: "cannot_modify_disabled_translation" }
  return { kind: "write" }
}
