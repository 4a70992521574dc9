import type { BatchOperation } from "@dragoman/domain/batch-job"

/**
 * Returns the operation that undoes another; null: none. A key may have had one of several tags before, so
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
    default:
      return null
  }
}

/** Returns whether an operation removes keys or texts. */
export const isDestructive = (operation: BatchOperation): boolean =>
  operation.type === "DELETE_KEYS" ||
  operation.type === "CLEAR_TRANSLATIONS" ||
  operation.type === "COPY_TRANSLATIONS" ||
  (operation.type === "SET_TRANSLATIONS_STATE" && operation.state === "DISABLED")
