import type { ActivityType } from "../activity/revision.ts"
import type { JsonObject } from "../error/domain-error.ts"
import type { PromptContent } from "../machine-translation/prompt.ts"
import { type AutoTranslateTargets, ruleOf, similarLanguages } from "../memory/auto-translation.ts"
import { includesLanguage } from "../permission/check-access.ts"
import type { Scope } from "../permission/scope.ts"
import type { TextSearch } from "../translation/replace-text.ts"
import {
  disable,
  isSameTranslation,
  type ReplaceableTexts,
  setState,
  setText,
  type Translation,
  type TranslationProtection,
  type TranslationState
} from "../translation/translation.ts"

export const batchJobStatuses = ["PENDING", "RUNNING", "SUCCESS", "FAILED", "CANCELLED"] as const

export type BatchJobStatus = (typeof batchJobStatuses)[number]

/**
 * The operation of a batch job: plain data, stored with the job. Types as on the wire.
 * Source: docs/reference/content.md#batch-jobs.
 */
export type BatchOperation =
  | {
      readonly type: "SET_TRANSLATIONS_STATE"
      readonly languageIds: ReadonlyArray<number>
      readonly state: TranslationState
    }
  | { readonly type: "CLEAR_TRANSLATIONS"; readonly languageIds: ReadonlyArray<number> }
  | {
      readonly type: "COPY_TRANSLATIONS"
      readonly sourceLanguageId: number
      readonly targetLanguageIds: ReadonlyArray<number>
    }
  | ({
      readonly type: "FIND_AND_REPLACE"
      readonly languageIds: ReadonlyArray<number>
      readonly replacement: string
      /** Matches that a person left out. */
      readonly exceptTexts: ReadonlyArray<{ readonly keyId: number; readonly languageId: number }>
      /** Texts that were changed by later revisions than that of the preview stay. */
      readonly revisionId: number
    } & TextSearch)
  | { readonly type: "PRE_TRANSLATE_BT_TM"; readonly targetLanguageIds: ReadonlyArray<number> }
  | {
      readonly type: "MACHINE_TRANSLATE"
      readonly targetLanguageIds: ReadonlyArray<number>
      /** Whether texts of people stay; null: in languages whose reviewed texts the author may not change. */
      readonly onlyEmpty: boolean | null
      readonly overwriteReviewed: boolean
    }
  | {
      readonly type: "AI_PLAYGROUND_TRANSLATE"
      readonly targetLanguageIds: ReadonlyArray<number>
      readonly prompt: Omit<PromptContent, "name">
    }
  | { readonly type: "DELETE_KEYS" }
  /** null: to the default namespace. */
  | { readonly type: "SET_KEYS_NAMESPACE"; readonly namespace: string | null }
  | { readonly type: "TAG_KEYS"; readonly tags: ReadonlyArray<string> }
  | { readonly type: "UNTAG_KEYS"; readonly tags: ReadonlyArray<string> }
  | {
      readonly type: "ASSIGN_TRANSLATION_LABEL"
      readonly languageIds: ReadonlyArray<number>
      readonly labelIds: ReadonlyArray<number>
    }
  | {
      readonly type: "UNASSIGN_TRANSLATION_LABEL"
      readonly languageIds: ReadonlyArray<number>
      readonly labelIds: ReadonlyArray<number>
    }
  | { readonly type: "RESTORE_KEYS" }
  | { readonly type: "HARD_DELETE_KEYS" }
  /** null: in all languages. */
  | { readonly type: "QA_CHECK"; readonly languageIds: ReadonlyArray<number> | null }

export type BatchOperationType = BatchOperation["type"]

/** The operation of a stored job: one that a person starts, or automatic translation, which follows a change of base texts. */
export type JobOperation = BatchOperation | ({ readonly type: "AUTO_TRANSLATE" } & AutoTranslateTargets)

/** The scope that starting it requires; restoring and erasing as for single keys. Source: docs/batch-jobs.md#starting-one. */
export const batchScopes = {
  SET_TRANSLATIONS_STATE: "translations.state-edit",
  CLEAR_TRANSLATIONS: "translations.edit",
  COPY_TRANSLATIONS: "translations.edit",
  FIND_AND_REPLACE: "translations.edit",
  PRE_TRANSLATE_BT_TM: "translations.batch-by-tm",
  MACHINE_TRANSLATE: "translations.batch-machine",
  AI_PLAYGROUND_TRANSLATE: "project.edit",
  DELETE_KEYS: "keys.delete",
  SET_KEYS_NAMESPACE: "keys.edit",
  TAG_KEYS: "keys.edit",
  UNTAG_KEYS: "keys.edit",
  ASSIGN_TRANSLATION_LABEL: "translations.state-edit",
  UNASSIGN_TRANSLATION_LABEL: "translations.state-edit",
  RESTORE_KEYS: "keys.create",
  HARD_DELETE_KEYS: "keys.delete",
  QA_CHECK: "translations.edit"
} as const satisfies Record<BatchOperationType, Scope>

/** Type and parameters of the activity of the whole job; null: it records none. Source: docs/reference/webhooks.md#activity-types. */
export const batchActivity = (
  operation: JobOperation
): { readonly type: ActivityType; readonly params: JsonObject | null } | null => {
  switch (operation.type) {
    case "SET_TRANSLATIONS_STATE":
      return {
        type: "BATCH_SET_TRANSLATION_STATE",
        params: { languageIds: operation.languageIds, state: operation.state }
      }
    case "CLEAR_TRANSLATIONS":
      return { type: "BATCH_CLEAR_TRANSLATIONS", params: { languageIds: operation.languageIds } }
    case "COPY_TRANSLATIONS":
      return {
        type: "BATCH_COPY_TRANSLATIONS",
        params: { sourceLanguageId: operation.sourceLanguageId, targetLanguageIds: operation.targetLanguageIds }
      }
    case "FIND_AND_REPLACE": {
      const { languageIds, search, replacement } = operation
      return { type: "BATCH_FIND_AND_REPLACE", params: { languageIds, search, replacement } }
    }
    case "PRE_TRANSLATE_BT_TM":
      return { type: "BATCH_PRE_TRANSLATE_BY_TM", params: { targetLanguageIds: operation.targetLanguageIds } }
    case "MACHINE_TRANSLATE":
      return { type: "BATCH_MACHINE_TRANSLATE", params: { targetLanguageIds: operation.targetLanguageIds } }
    case "AUTO_TRANSLATE":
      return { type: "AUTO_TRANSLATE", params: null }
    case "DELETE_KEYS":
      return { type: "KEY_SOFT_DELETE", params: null }
    case "SET_KEYS_NAMESPACE":
      return { type: "BATCH_SET_KEYS_NAMESPACE", params: { namespace: operation.namespace } }
    case "TAG_KEYS":
      return { type: "BATCH_TAG_KEYS", params: { tags: operation.tags } }
    case "UNTAG_KEYS":
      return { type: "BATCH_UNTAG_KEYS", params: { tags: operation.tags } }
    case "ASSIGN_TRANSLATION_LABEL":
    case "UNASSIGN_TRANSLATION_LABEL":
      return {
        type: `BATCH_${operation.type}`,
        params: { languageIds: operation.languageIds, labelIds: operation.labelIds }
      }
    case "RESTORE_KEYS":
      return { type: "BATCH_KEY_RESTORE", params: null }
    case "HARD_DELETE_KEYS":
      return { type: "BATCH_KEY_HARD_DELETE", params: null }
    case "AI_PLAYGROUND_TRANSLATE":
    case "QA_CHECK":
      return null
  }
}

/** Operations on the trash; all others are about live keys. */
export const isOfTrash = ({ type }: BatchOperation): boolean => type === "RESTORE_KEYS" || type === "HARD_DELETE_KEYS"

/** Whether the operation may change issues of quality checks. */
export const checksTexts = ({ type }: JobOperation): boolean =>
  [
    "SET_TRANSLATIONS_STATE",
    "CLEAR_TRANSLATIONS",
    "COPY_TRANSLATIONS",
    "FIND_AND_REPLACE",
    "PRE_TRANSLATE_BT_TM",
    "MACHINE_TRANSLATE",
    "AUTO_TRANSLATE",
    "QA_CHECK"
  ].includes(type)

/** Languages whose texts the operation asks of services of machine translation. */
export const machineLanguages = (operation: JobOperation): ReadonlyArray<number> => {
  switch (operation.type) {
    case "MACHINE_TRANSLATE":
    case "AI_PLAYGROUND_TRANSLATE":
      return operation.targetLanguageIds
    case "AUTO_TRANSLATE":
      return operation.machineLanguageIds ?? []
    default:
      return []
  }
}

/** Languages whose texts are found before the transaction that writes them: by machines, or among similar texts of the memory. */
export const askedLanguages = (operation: JobOperation): ReadonlyArray<number> => {
  const similar = operation.type === "AUTO_TRANSLATE" ? similarLanguages(operation) : []
  return [...new Set([...similar, ...machineLanguages(operation)])]
}

/** Returns whether a job writes keys and texts; the others find issues, or keep answers for their author. */
export const changesContent = ({ type }: JobOperation): boolean =>
  type !== "QA_CHECK" && type !== "AI_PLAYGROUND_TRANSLATE"

/**
 * Whether the operation waits for services of machine translation, or for lookups of similar texts. Such jobs run beside the others
 * of their project.
 */
export const asksMachine = (operation: JobOperation): boolean => askedLanguages(operation).length > 0

/** Texts of a language that the operation may replace. `reviewLanguageIds`: languages in which the author may change reviewed texts; null: all. */
export const replaceableTexts = (
  operation: JobOperation,
  languageId: number,
  reviewLanguageIds: ReadonlyArray<number> | null
): ReplaceableTexts => {
  if (operation.type === "AI_PLAYGROUND_TRANSLATE") return "ALL"
  if (operation.type === "AUTO_TRANSLATE") return ruleOf(operation, languageId).followsBase ? "EMPTY" : "MISSING"
  if (operation.type !== "MACHINE_TRANSLATE") return "EMPTY"
  if (operation.onlyEmpty ?? !(operation.overwriteReviewed || includesLanguage(reviewLanguageIds, languageId))) {
    return "EMPTY"
  }
  return operation.overwriteReviewed ? "ALL" : "UNREVIEWED"
}

/** Texts of one step that asks a machine: a few requests, after which other jobs have their turn. */
const placesPerStepMax = 100

/** Rows of one step: a few dozen milliseconds, in which other writers of the project wait. */
const rowsPerStepMax = 8_000

/** A text may be as long as ten key names, and both versions are recorded. */
const rowsPerText = 3

/** Keys that are restored or erased are recorded one by one, the others as groups. */
const rowsPerSingleKey = 2

/**
 * How many keys one step of the job changes, so that it changes a bounded number of rows. `languages`: of the project.
 */
export const keysPerStep = (operation: JobOperation, languages: number): number => {
  const asked = askedLanguages(operation).length
  const byRows = Math.floor(rowsPerStepMax / Math.max(1, rowsPerKey(operation, languages)))
  return Math.max(1, asked === 0 ? byRows : Math.min(byRows, Math.floor(placesPerStepMax / asked)))
}

/** Divides the keys of a job into those of its steps, in their order. */
export const inSteps = (keyIds: ReadonlyArray<number>, size: number): ReadonlyArray<ReadonlyArray<number>> =>
  Array.from({ length: Math.ceil(keyIds.length / size) }, (_, index) => keyIds.slice(index * size, (index + 1) * size))

const rowsPerKey = (operation: JobOperation, languages: number): number => {
  switch (operation.type) {
    case "SET_TRANSLATIONS_STATE":
    case "CLEAR_TRANSLATIONS":
    case "FIND_AND_REPLACE":
      return operation.languageIds.length * rowsPerText
    case "COPY_TRANSLATIONS":
    case "PRE_TRANSLATE_BT_TM":
    case "MACHINE_TRANSLATE":
    case "AI_PLAYGROUND_TRANSLATE":
    case "AUTO_TRANSLATE":
      return operation.targetLanguageIds.length * rowsPerText
    case "ASSIGN_TRANSLATION_LABEL":
    case "UNASSIGN_TRANSLATION_LABEL":
      return operation.languageIds.length * (rowsPerText + operation.labelIds.length)
    case "HARD_DELETE_KEYS":
      return languages * rowsPerSingleKey
    case "QA_CHECK":
      return languages * rowsPerText
    case "RESTORE_KEYS":
      return rowsPerSingleKey
    case "TAG_KEYS":
    case "UNTAG_KEYS":
      return operation.tags.length
    default:
      return 1
  }
}

/** Those that change labels of translations. */
export type LabelOperation = Extract<
  BatchOperation,
  { readonly type: "ASSIGN_TRANSLATION_LABEL" | "UNASSIGN_TRANSLATION_LABEL" }
>

/** Those that change texts or states. */
export type TranslationOperation = Extract<
  BatchOperation,
  { readonly type: "SET_TRANSLATIONS_STATE" | "CLEAR_TRANSLATIONS" | "COPY_TRANSLATIONS" }
>

/**
 * The translation after the operation; the same object when nothing changes. Disabled ones stay as they are.
 * `source`: of the same key, in the language that is copied from.
 *
 * A text is translated or reviewed, never untranslated or disabled: setting one of these states removes the text.
 * Source: docs/reference/content.md#batch-jobs.
 */
export const changeTranslation = (
  operation: TranslationOperation,
  before: Translation,
  source: Translation,
  protection: TranslationProtection
): Translation => {
  if (before.state === "DISABLED") return before
  const after = changed(operation, before, source, protection)
  return isSameTranslation(before, after) ? before : after
}

const changed = (
  operation: TranslationOperation,
  before: Translation,
  source: Translation,
  protection: TranslationProtection
): Translation => {
  switch (operation.type) {
    case "SET_TRANSLATIONS_STATE":
      if (operation.state === "DISABLED") return disable(before)
      return operation.state === "UNTRANSLATED" ? setText(before, null, protection) : setState(before, operation.state)
    case "CLEAR_TRANSLATIONS":
      return setText(before, null, protection)
    case "COPY_TRANSLATIONS": {
      const written = setText(before, source.text, protection)
      // Copied over an equal text: the review does not apply to the copy.
      return written === before ? setState(before, protectedState(before, protection)) : written
    }
  }
}

const protectedState = ({ state }: Translation, protection: TranslationProtection) =>
  protection === "PROTECT_REVIEWED" && state === "REVIEWED" ? "REVIEWED" : "TRANSLATED"
