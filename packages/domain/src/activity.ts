export { type ActivityType, activityTypes, isCounted } from "./activity/activity-type.ts"
export { type EntityClass, loggedClasses } from "./activity/entity-class.ts"
export { maskUrls } from "./activity/mask-urls.ts"
export {
  type DescribedEntity,
  describeChange,
  describedBeside,
  describeModified,
  type EntityChange,
  type EntityReference,
  type EntityRelations,
  type JsonObject,
  type Modification,
  type ModificationKind,
  type ModifiedEntity
} from "./activity/modified-entity.ts"
export {
  type EntityCounts,
  findDescribedIn,
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
