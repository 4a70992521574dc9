import type { TranslationService } from "../machine-translation/translation-service.ts"
import { isReplaceable, type Translation } from "../translation/translation.ts"
import { notEmpty, type Optional, sizeBetween, type Validated, validateFields } from "../validation/validation.ts"
import type { AutoTranslationSetting } from "./auto-translation.ts"

/** Keys of one dry run: their similar texts are found in a few seconds, also in a large memory. */
export const dryRunKeysMax = 500

/** Sources of a text that the server fills; NONE: it stays as it is. */
export const automaticSources = ["MEMORY", "MACHINE", "NONE"] as const

/** Reasons for which a text stays as it is. */
export const untouchedReasons = [
  "NO_RULE",
  "NO_BASE_TEXT",
  "DISABLED",
  "HAS_TEXT",
  "NO_MATCH",
  "DAMAGED_MATCH",
  "NO_SERVICE"
] as const

export type UntouchedReason = (typeof untouchedReasons)[number]

/** A text that a rule would fill, or leave. */
export interface PlannedText {
  readonly source: (typeof automaticSources)[number]
  /** Percent; null: the memory does not fill it. */
  readonly similarity: number | null
  /** null: it is filled. */
  readonly reason: UntouchedReason | null
}

/** Facts about a text in one language. */
export interface PlannedTextFacts {
  readonly setting: Pick<AutoTranslationSetting, "usesMemory" | "usesMachine" | "followsBase">
  readonly baseText: string
  readonly before: Translation
  /** Whether the memory has a translation of exactly the base text. */
  readonly hasExactMatch: boolean
  /** Similarity of the best match that may fill the text, in percent; DAMAGED: all matches fail verification; null: there is none. */
  readonly similar: number | "DAMAGED" | null
  /** The primary service of the language; null: none. */
  readonly service: TranslationService | null
}

/** Decides how a job of automatic translation would fill a text; the memory comes before the machine. */
export const planAutomaticText = (facts: PlannedTextFacts): PlannedText => {
  const { setting, baseText, before, hasExactMatch, similar, service } = facts
  if (!setting.usesMemory && !setting.usesMachine) return untouched("NO_RULE")
  if (baseText.trim() === "") return untouched("NO_BASE_TEXT")
  if (before.state === "DISABLED") return untouched("DISABLED")
  if (!isReplaceable(before, setting.followsBase ? "EMPTY" : "MISSING")) return untouched("HAS_TEXT")
  if (setting.usesMemory && hasExactMatch) return { source: "MEMORY", similarity: exactPercent, reason: null }
  if (setting.usesMemory && typeof similar === "number") {
    return { source: "MEMORY", similarity: similar, reason: null }
  }
  if (setting.usesMachine) {
    return service === null ? untouched("NO_SERVICE") : { source: "MACHINE", similarity: null, reason: null }
  }
  return untouched(similar === "DAMAGED" ? "DAMAGED_MATCH" : "NO_MATCH")
}

const exactPercent = 100

const untouched = (reason: UntouchedReason): PlannedText => ({ source: "NONE", similarity: null, reason })

/** Keys and languages of a dry run as a client writes them. */
export interface DryRunInput {
  readonly keyIds?: Optional<ReadonlyArray<number>>
  readonly languageIds?: Optional<ReadonlyArray<number>>
}

/** Keys and languages of a dry run, each once; null: the default ones. */
export interface DryRunSelection {
  readonly keyIds: ReadonlyArray<number> | null
  readonly languageIds: ReadonlyArray<number> | null
}

export const validateDryRun = ({ keyIds, languageIds }: DryRunInput): Validated<DryRunSelection> =>
  validateFields(
    {
      keyIds: keyIds == null ? null : sizeBetween(1, dryRunKeysMax, keyIds),
      languageIds: languageIds == null ? null : notEmpty(languageIds)
    },
    {
      keyIds: keyIds == null ? null : [...new Set(keyIds)],
      languageIds: languageIds == null ? null : [...new Set(languageIds)]
    }
  )
