import type { BatchOperation, BatchOperationType } from "@dragoman/domain/batch-job"
import { call } from "../../base/api/call.ts"
import type { BatchJobModel } from "../../base/api/contract.ts"

const endpoints = {
  SET_TRANSLATIONS_STATE: "setTranslationState",
  CLEAR_TRANSLATIONS: "clearTranslations",
  COPY_TRANSLATIONS: "copyTranslations",
  FIND_AND_REPLACE: "findAndReplace",
  PRE_TRANSLATE_BT_TM: "preTranslateByMemory",
  MACHINE_TRANSLATE: "machineTranslate",
  AI_PLAYGROUND_TRANSLATE: "translateInPlayground",
  DELETE_KEYS: "deleteKeys",
  SET_KEYS_NAMESPACE: "setKeysNamespace",
  TAG_KEYS: "tagKeys",
  UNTAG_KEYS: "untagKeys",
  ASSIGN_TRANSLATION_LABEL: "assignLabels",
  UNASSIGN_TRANSLATION_LABEL: "unassignLabels",
  RESTORE_KEYS: "restoreKeys",
  HARD_DELETE_KEYS: "hardDeleteKeys",
  QA_CHECK: "checkQuality"
} as const satisfies Record<BatchOperationType, string>

/** Starts a job with an operation on keys; the response comes before it ends. */
export const startJob = (
  projectId: number,
  keyIds: ReadonlyArray<number>,
  { type, ...fields }: BatchOperation
): Promise<BatchJobModel> =>
  // Each endpoint takes the fields of its operation beside the keys.
  call("startBatchJob", endpoints[type] as "deleteKeys", { params: { projectId }, payload: { keyIds, ...fields } })

/** The keys that an operation has changed, by its revision; those that it deleted are in the trash. */
export const readChangedKeys = async (
  projectId: number,
  operation: BatchOperation,
  revisionId: number
): Promise<ReadonlyArray<number>> => {
  const request = { params: { projectId }, query: { filterRevisionId: [revisionId] } }
  const { ids } =
    operation.type === "DELETE_KEYS"
      ? await call("keyTrash", "selectAll", request)
      : await call("translationList", "selectAll", request)
  return ids
}
