export { type ActivityType, activityTypes } from "./activity/activity-type.ts"
export { type EntityClass, loggedClasses } from "./activity/entity-class.ts"
export {
  describeChange,
  type EntityChange,
  type ModificationKind,
  type ModifiedEntity
} from "./activity/modified-entity.ts"
export { type RenderedRevision, type Revision, renderEntity, renderRevision } from "./activity/render-revision.ts"
