export { type ActivityType, activityTypes, isCounted } from "./activity/activity-type.ts"
export { type EntityClass, loggedClasses } from "./activity/entity-class.ts"
export {
  type DescribedEntity,
  describeChange,
  describedBeside,
  describeModified,
  type EntityChange,
  type EntityReference,
  type EntityRelations,
  findDescribedIn,
  type Modification,
  type ModificationKind,
  type ModifiedEntity,
  maskUrls
} from "./activity/modified-entity.ts"
export {
  type EntityCounts,
  type RenderedEntity,
  type RenderedRevision,
  type Revision,
  type RevisionAuthor,
  renderEntity,
  renderRevision
} from "./activity/render-revision.ts"
export {
  type BatchJobProgress,
  batchJobProgressMessage,
  isCollapsed,
  type RealtimeMessage,
  type RealtimeTopic,
  realtimeTopics,
  type TranslationDataChange,
  translationDataChange,
  translationDataMessage
} from "./activity/translation-data.ts"
export { coversTexts, isEntityVisible, type VisibleTexts } from "./activity/visible-texts.ts"
export type { JsonObject } from "./error/domain-error.ts"
