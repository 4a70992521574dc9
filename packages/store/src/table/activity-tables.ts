import type {
  ActivityType,
  EntityClass,
  EntityCounts,
  EntityRelations,
  JsonObject,
  ModificationKind,
  ModifiedEntity
} from "@dragoman/domain/activity"
import { Schema } from "effect"
import { hasDefault, Id, Json, Millis, table, textOf } from "../database/table.ts"

export const activityRevisionTable = table("activity_revision", {
  id: Id,
  projectId: Schema.Number,
  /** null: the server itself. */
  authorId: Schema.NullOr(Schema.Number),
  type: textOf<ActivityType>(),
  createdAt: Millis,
  counts: Schema.NullOr(Json<EntityCounts>()),
  params: Schema.NullOr(Json<JsonObject>()),
  /** A part of a batch job: no reader is shown it. */
  batchJobId: Schema.NullOr(Schema.Number),
  /** The part of a batch job under which all entities lie; null: under the revision itself. */
  entitiesOf: Schema.NullOr(Schema.Number),
  /** null: the default branch, or no content at all. */
  branchId: Schema.NullOr(Schema.Number)
})

const entityFields = {
  revisionId: Schema.Number,
  entityClass: textOf<EntityClass>(),
  entityId: Schema.Number,
  relations: Json<EntityRelations>()
}

export const modifiedEntityTable = table("activity_modified_entity", {
  ...entityFields,
  kind: textOf<ModificationKind>(),
  /** Describing properties that did not change. */
  description: Json<JsonObject>(),
  modifications: Json<ModifiedEntity["modifications"]>()
})

/** Names of related entities when the revision was made. */
export const describedEntityTable = table("activity_described_entity", { ...entityFields, data: Json<JsonObject>() })

/** How far the activity of a project was dropped; without a row: not at all. */
export const activityRetentionTable = table("activity_retention", {
  projectId: Schema.Number,
  /** The newest revision that was dropped, or is being dropped; 0: none. */
  droppedTo: hasDefault(Schema.Number),
  /** The time of that revision. */
  droppedBefore: hasDefault(Millis),
  /** The last revision of the archive that a server uploads; null: it uploads none. */
  archivingTo: Schema.NullOr(Schema.Number),
  /** A server works on the project until then. The value is also the mark of its lease. */
  leasedUntil: Millis
})
