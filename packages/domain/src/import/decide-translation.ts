import type { ErrorCode } from "../error/error-code.ts"
import type { Translation, TranslationProtection } from "../translation/translation.ts"

/** How to treat a text that the project has already. Source: docs/reference/import.md#conflicts. */
export const forceModes = ["OVERRIDE", "KEEP", "NO_FORCE"] as const

export type ForceMode = (typeof forceModes)[number]

/** How far OVERRIDE goes. ALL: also over reviewed texts that are protected, where the caller may. */
export const overrideModes = ["RECOMMENDED", "ALL"] as const

export type OverrideMode = (typeof overrideModes)[number]

/** Why a conflict is not simply overridden. Source: docs/import.md#conflicts. */
export const conflictTypes = ["SHOULD_NOT_EDIT_REVIEWED", "CANNOT_EDIT_REVIEWED", "CANNOT_EDIT_DISABLED"] as const

export type ConflictType = (typeof conflictTypes)[number]

/** The two properties of an existing translation that decide. */
export type ExistingTranslation = Pick<Translation, "text" | "state">

export interface ConflictFacts {
  readonly protection: TranslationProtection
  /** The caller has `translations.state-edit` for this language. */
  readonly mayChangeState: boolean
}

/** Why the translation is not simply overridden; null: it can be. Source: docs/import.md#conflicts. */
export const conflictTypeOf = (
  existing: ExistingTranslation,
  { protection, mayChangeState }: ConflictFacts
): ConflictType | null => {
  if (existing.state === "DISABLED") return "CANNOT_EDIT_DISABLED"
  if (existing.state !== "REVIEWED" || protection !== "PROTECT_REVIEWED") return null
  return mayChangeState ? "SHOULD_NOT_EDIT_REVIEWED" : "CANNOT_EDIT_REVIEWED"
}

/** A conflict that a person can still decide for the imported text. */
export const isOverridable = (type: ConflictType | null): boolean =>
  type === null || type === "SHOULD_NOT_EDIT_REVIEWED"

export interface DecisionFacts extends ConflictFacts {
  /** null: the key has no row in this language. */
  readonly existing: ExistingTranslation | null
  /** The existing text says the same as the imported one; plurals in any order of their forms. */
  readonly isSameText: boolean
  /** The import names the text and has none: an empty value, or a plural of empty forms only. */
  readonly isEmpty: boolean
  /** The request says that empty values erase texts. */
  readonly importEmptyValues: boolean
  /** The decision about exactly this existing text; null: none. */
  readonly resolution: "override" | "keep" | null
  readonly forceMode: ForceMode | "EXPECT_NO_CONFLICT"
  readonly overrideMode: OverrideMode
}

/**
 * - `write`: the imported text becomes the project's
 * - `unchanged`: it is the project's already
 * - `keep`: it is left out
 * - `unresolved`: a person has to decide
 * - `unexpected`: the caller said that there would be no conflict
 */
export type Decision =
  | { readonly kind: "write" | "unchanged" | "keep" | "unexpected" }
  | { readonly kind: "unresolved"; readonly conflictType: ConflictType | null }

/**
 * Decides what happens to an imported text. An empty value erases nothing unless the request asks for it,
 * and an empty text of the project is no conflict.
 * Source: docs/import.md#conflicts.
 */
export const decideTranslation = (facts: DecisionFacts): Decision => {
  const { existing, resolution, forceMode, overrideMode } = facts
  if (facts.isSameText || (facts.isEmpty && !facts.importEmptyValues)) return unchanged
  if (existing === null || (existing.text === null && existing.state !== "DISABLED")) return write
  const conflictType = conflictTypeOf(existing, facts)
  if (resolution === "keep") return keep
  // A disabled translation takes no text, whatever was decided while it was enabled.
  if (resolution === "override" && conflictType !== "CANNOT_EDIT_DISABLED") return write
  if (resolution === null && forceMode === "KEEP") return keep
  if (forceMode === "EXPECT_NO_CONFLICT") return unexpected
  if (forceMode === "NO_FORCE") return { kind: "unresolved", conflictType }
  const isOverridden = conflictType === null || (overrideMode === "ALL" && conflictType === "SHOULD_NOT_EDIT_REVIEWED")
  return isOverridden ? write : { kind: "unresolved", conflictType }
}

const write: Decision = { kind: "write" }
const unchanged: Decision = { kind: "unchanged" }
const keep: Decision = { kind: "keep" }
const unexpected: Decision = { kind: "unexpected" }

/** The caller's choices for one text. Source: docs/reference/import.md#resolutions-for-each-text. */
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
