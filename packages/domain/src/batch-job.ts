export {
  askedLanguages,
  asksMachine,
  type BatchJobStatus,
  type BatchOperation,
  type BatchOperationType,
  batchActivity,
  batchJobStatuses,
  batchScopes,
  changesContent,
  changeTranslation,
  checksTexts,
  inSteps,
  isOfTrash,
  type JobOperation,
  keysPerStep,
  type LabelOperation,
  machineLanguages,
  replaceableTexts,
  type TranslationOperation
} from "./batch-job/batch-job.ts"
export {
  type BatchStart,
  validateCheckStart,
  validateClearStart,
  validateCopyStart,
  validateKeysStart,
  validateLabelsStart,
  validateMachineTranslateStart,
  validateNamespaceStart,
  validatePlaygroundStart,
  validatePreTranslateStart,
  validateReplace,
  validateReplaceStart,
  validateStateStart,
  validateTagsStart
} from "./batch-job/batch-start.ts"
export { checkBatchAuthor } from "./batch-job/check-batch-author.ts"
