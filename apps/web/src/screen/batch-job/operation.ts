import type { BatchOperation } from "@dragoman/domain/batch-job"

/**
 * Returns the operation that undoes another; null: none. A key may have had one of several tags or labels before, so
 * only a single one can be taken back.
 */
export const oppositeOf = (operation: BatchOperation): BatchOperation | null => {
  switch (operation.type) {
    case "DELETE_KEYS":
      return { type: "RESTORE_KEYS" }
    case "TAG_KEYS":
      return operation.tags.length === 1 ? { type: "UNTAG_KEYS", tags: operation.tags } : null
    case "UNTAG_KEYS":
      return operation.tags.length === 1 ? { type: "TAG_KEYS", tags: operation.tags } : null
    case "ASSIGN_TRANSLATION_LABEL":
      return isOnePerKey(operation) ? { ...operation, type: "UNASSIGN_TRANSLATION_LABEL" } : null
    case "UNASSIGN_TRANSLATION_LABEL":
      return isOnePerKey(operation) ? { ...operation, type: "ASSIGN_TRANSLATION_LABEL" } : null
    default:
      return null
  }
}

const isOnePerKey = ({ languageIds, labelIds }: { readonly languageIds: Ids; readonly labelIds: Ids }): boolean =>
  languageIds.length === 1 && labelIds.length === 1

type Ids = ReadonlyArray<number>

/** Returns whether an operation removes keys or texts. */
export const isDestructive = (operation: BatchOperation): boolean =>
  operation.type === "DELETE_KEYS" ||
  operation.type === "CLEAR_TRANSLATIONS" ||
  operation.type === "COPY_TRANSLATIONS" ||
  (operation.type === "MACHINE_TRANSLATE" && operation.onlyEmpty === false) ||
  (operation.type === "SET_TRANSLATIONS_STATE" && operation.state === "DISABLED")
