import type { DomainError } from "../error/domain-error.ts"
import { checkLanguages, checkScopes } from "../permission/check-access.ts"
import type { ComputedPermission } from "../permission/compute-permission.ts"
import { type BatchOperation, batchScopes, type JobOperation } from "./batch-job.ts"

/**
 * May the author of a job still do what it does? null: yes. Asked before each batch of keys, so that a job does not outlive
 * the right of its author. The settings of the project alone allow automatic translation. Source: docs/batch-jobs.md#starting-one.
 */
export const checkBatchAuthor = (author: ComputedPermission, operation: JobOperation): DomainError | null =>
  operation.type === "AUTO_TRANSLATE"
    ? null
    : (checkScopes(author.scopes, [batchScopes[operation.type]]) ?? checkBatchLanguages(author, operation))

const checkBatchLanguages = (author: ComputedPermission, operation: BatchOperation): DomainError | null => {
  switch (operation.type) {
    case "SET_TRANSLATIONS_STATE":
      return checkLanguages(author, "stateChange", operation.languageIds)
    case "CLEAR_TRANSLATIONS":
    case "FIND_AND_REPLACE":
      return checkLanguages(author, "translate", operation.languageIds)
    case "PRE_TRANSLATE_BT_TM":
      return checkLanguages(author, "translate", operation.targetLanguageIds)
    case "MACHINE_TRANSLATE":
      return (
        checkLanguages(author, "translate", operation.targetLanguageIds) ??
        (operation.overwriteReviewed
          ? (checkScopes(author.scopes, ["translations.state-edit"]) ??
            checkLanguages(author, "stateChange", operation.targetLanguageIds))
          : null)
      )
    case "COPY_TRANSLATIONS":
      return (
        checkLanguages(author, "translate", operation.targetLanguageIds) ??
        checkLanguages(author, "view", [operation.sourceLanguageId])
      )
    case "ASSIGN_TRANSLATION_LABEL":
    case "UNASSIGN_TRANSLATION_LABEL":
      return checkLanguages(author, "view", operation.languageIds)
    case "AI_PLAYGROUND_TRANSLATE":
      return checkLanguages(author, "view", operation.targetLanguageIds)
    case "QA_CHECK":
      return checkLanguages(author, "view", operation.languageIds ?? [])
    default:
      return null
  }
}
