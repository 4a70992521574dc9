import type { ActivityType } from "../activity/activity-type.ts"
import type { JsonObject } from "../error/domain-error.ts"
import type { Scope } from "../permission/scope.ts"
import type { TranslationState } from "../translation/translation.ts"

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
  | { readonly type: "DELETE_KEYS" }
  /** null: to the default namespace. */
  | { readonly type: "SET_KEYS_NAMESPACE"; readonly namespace: string | null }
  | { readonly type: "TAG_KEYS"; readonly tags: ReadonlyArray<string> }
  | { readonly type: "UNTAG_KEYS"; readonly tags: ReadonlyArray<string> }
  | { readonly type: "RESTORE_KEYS" }
  | { readonly type: "HARD_DELETE_KEYS" }

export type BatchOperationType = BatchOperation["type"]

/** The scope that starting it requires; restoring and erasing as for single keys. Source: docs/batch-jobs.md#starting-one. */
export const batchScopes = {
  SET_TRANSLATIONS_STATE: "translations.state-edit",
  CLEAR_TRANSLATIONS: "translations.edit",
  COPY_TRANSLATIONS: "translations.edit",
  DELETE_KEYS: "keys.delete",
  SET_KEYS_NAMESPACE: "keys.edit",
  TAG_KEYS: "keys.edit",
  UNTAG_KEYS: "keys.edit",
  RESTORE_KEYS: "keys.create",
  HARD_DELETE_KEYS: "keys.delete"
} as const satisfies Record<BatchOperationType, Scope>

/** Type and parameters of the activity of the whole job. Source: docs/reference/webhooks.md#activity-types. */
export const batchActivity = (
  operation: BatchOperation
): { readonly type: ActivityType; readonly params: JsonObject | null } => {
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
    case "DELETE_KEYS":
      return { type: "KEY_SOFT_DELETE", params: null }
    case "SET_KEYS_NAMESPACE":
      return { type: "BATCH_SET_KEYS_NAMESPACE", params: { namespace: operation.namespace } }
    case "TAG_KEYS":
      return { type: "BATCH_TAG_KEYS", params: { tags: operation.tags } }
    case "UNTAG_KEYS":
      return { type: "BATCH_UNTAG_KEYS", params: { tags: operation.tags } }
    case "RESTORE_KEYS":
      return { type: "BATCH_KEY_RESTORE", params: null }
    case "HARD_DELETE_KEYS":
      return { type: "BATCH_KEY_HARD_DELETE", params: null }
  }
}

/** Of the trash; all other operations are about live keys. */
export const isOfTrash = ({ type }: BatchOperation): boolean => type === "RESTORE_KEYS" || type === "HARD_DELETE_KEYS"

/** Rows of one step: a few dozen milliseconds, in which other writers of the project wait. */
const rowsPerStepMax = 4_000

/** A text may be as long as ten key names, and both versions are recorded. */
const rowsPerText = 2

/**
 * How many keys one step of the job changes, so that it changes a bounded number of rows. `languages`: of the project.
 */
export const keysPerStep = (operation: BatchOperation, languages: number): number =>
  Math.max(1, Math.floor(rowsPerStepMax / Math.max(1, rowsPerKey(operation, languages))))

const rowsPerKey = (operation: BatchOperation, languages: number): number => {
  switch (operation.type) {
    case "SET_TRANSLATIONS_STATE":
    case "CLEAR_TRANSLATIONS":
      return operation.languageIds.length * rowsPerText
    case "COPY_TRANSLATIONS":
      return operation.targetLanguageIds.length * rowsPerText
    case "HARD_DELETE_KEYS":
      return languages
    case "TAG_KEYS":
    case "UNTAG_KEYS":
      return operation.tags.length
    default:
      return 1
  }
}
