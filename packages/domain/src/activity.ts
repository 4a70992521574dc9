export { type AlikeKeys, type AlikeKeysChange, describeAlike } from "./activity/alike-keys.ts"
export { type ImportBatch, importBatchOf, withImportBatch } from "./activity/import-batch.ts"
export {
  collectImportNotices,
  type ImportNotice,
  type ImportNoticeCollector,
  type RenderedNotices,
  renderImportNotices
} from "./activity/import-notice.ts"
export {
  type DescribedEntity,
  describeChanges,
  describedBeside,
  describeModified,
  type EntityChange,
  type EntityClass,
  type EntityReference,
  type EntityRelations,
  findDescribedIn,
  isEntityVisible,
  isLanguageVisible,
  loggedClasses,
  type Modification,
  type ModificationKind,
  type ModifiedEntity,
  maskUrls,
  type VisibleTexts
} from "./activity/modified-entity.ts"
export {
  type ActivityType,
  activityTypes,
  type EntityCounts,
  isCounted,
  type RenderedEntity,
  type RenderedRevision,
  type Revision,
  type RevisionAuthor,
  renderEntity,
  renderRevision,
  unlistedActivityTypes
} from "./activity/revision.ts"
export {
  type BatchJobProgress,
  batchJobProgressMessage,
  type CheckedText,
  checkedTextsMax,
  checkedTextsMessage,
  isCollapsed,
  type RealtimeMessage,
  type RealtimeTopic,
  realtimeTopics,
  type TranslationDataChange,
  translationDataChange,
  translationDataMessage
} from "./activity/translation-data.ts"
export type { JsonObject } from "./error/domain-error.ts"
