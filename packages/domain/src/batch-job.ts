export {
  type BatchJobStatus,
  type BatchOperation,
  type BatchOperationType,
  type BatchStart,
  batchActivity,
  batchJobStatuses,
  batchScopes,
  changeTranslation,
  checksTexts,
  isOfTrash,
  keysPerStep,
  type TranslationOperation,
  validateCheckStart,
  validateClearStart,
  validateCopyStart,
  validateKeysStart,
  validateNamespaceStart,
  validatePreTranslateStart,
  validateStateStart,
  validateTagsStart
} from "./batch-job/batch-job.ts"
export { checkBatchAuthor } from "./batch-job/check-batch-author.ts"
