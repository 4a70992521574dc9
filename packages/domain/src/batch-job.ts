export {
  type BatchStart,
  validateClearStart,
  validateCopyStart,
  validateKeysStart,
  validateNamespaceStart,
  validateStateStart,
  validateTagsStart
} from "./batch-job/batch-job-rules.ts"
export {
  type BatchJobStatus,
  type BatchOperation,
  type BatchOperationType,
  batchActivity,
  batchJobStatuses,
  batchScopes,
  isOfTrash,
  keysPerStep
} from "./batch-job/batch-operation.ts"
export { changeTranslation, type TranslationOperation } from "./batch-job/change-translation.ts"
