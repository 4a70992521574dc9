import type { ErrorCode } from "../error/error-code.ts"
import type { ExistingTranslation } from "./decide-translation.ts"

/** What the caller expects of one text. Source: docs/reference/import.md#resolutions-for-each-text. */
export const keyResolutions = ["KEEP", "OVERRIDE", "NEW", "FORCE_OVERRIDE"] as const

export type KeyResolution = (typeof keyResolutions)[number]

export type ResolutionDecision =
  | { readonly kind: "write" | "keep" }
  | { readonly kind: "error"; readonly code: ErrorCode }

/** Facts about the imported text. */
export interface ImportedValue {
  readonly isEmpty: boolean
  /** The request says that empty values erase texts. */
  readonly importEmptyValues: boolean
}

/**
 * `existing` null: the key has no row in the language; an empty text is the same. An empty value erases nothing unless the
 * request asks for it. Source: docs/import.md#conflicts.
 */
export const decideResolution = (
  resolution: KeyResolution,
  existing: ExistingTranslation | null,
  imported: ImportedValue
): ResolutionDecision => {
  const hasText = existing !== null && existing.text !== null
  if (resolution === "NEW" && hasText) return { kind: "error", code: "translation_exists" }
  if ((resolution === "KEEP" || resolution === "OVERRIDE") && !hasText) {
    return { kind: "error", code: "translation_not_found" }
  }
  if (resolution === "KEEP" || (imported.isEmpty && !imported.importEmptyValues)) return { kind: "keep" }
  if (existing?.state === "DISABLED") return { kind: "error", code: "cannot_modify_disabled_translation" }
  return { kind: "write" }
}
