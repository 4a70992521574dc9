import { Schema } from "effect"
import { field } from "../field.ts"
import { ReportedNoticeModel } from "../import/import-report-model.ts"
import { SimpleUserModel } from "../user/user-model.ts"

const JsonObject = Schema.Record(Schema.String, Schema.Json)

export const ModifiedEntityModel = Schema.Struct({
  entityClass: field(Schema.String, "Kind of the entity, such as Key or Translation.", "Translation"),
  entityId: field(Schema.Int, "Id of the entity.", 90211),
  description: field(Schema.NullOr(JsonObject), "Fields that identify the entity; null: none.", {
    text: "Rezervovat stání"
  }),
  modifications: field(Schema.NullOr(JsonObject), "Old and new values by field; null: none.", {
    text: { old: null, new: "Rezervovat stání" }
  }),
  relations: field(Schema.NullOr(JsonObject), "Entities that it belongs to, by role; null: none.", {
    key: { entityClass: "Key", entityId: 4021 }
  }),
  exists: field(Schema.NullOr(Schema.Boolean), "Whether the entity still exists; null: unknown.")
})
export type ModifiedEntityModel = typeof ModifiedEntityModel.Type

/** One committed change. */
export const ActivityModel = Schema.Struct({
  revisionId: field(Schema.Int, "Id of the revision, which grows in the order of the changes.", 30417),
  timestamp: field(Schema.Int, "Time of the change in epoch milliseconds.", 1_767_225_600_000),
  type: field(Schema.String, "Type of the activity.", "SET_TRANSLATIONS"),
  branch: field(
    Schema.NullOr(Schema.String),
    "Name of the branch that changed, the default one for changes of the project itself; null: the project uses no branches. Not in Tolgee's API.",
    null
  ),
  author: field(Schema.NullOr(SimpleUserModel), "The user who made the change; null: unknown."),
  modifiedEntities: field(
    Schema.NullOr(Schema.Record(Schema.String, Schema.Array(ModifiedEntityModel))),
    "Changed entities by their class; null: too many to be listed here, `counts` has their numbers.",
    {}
  ),
  meta: field(Schema.NullOr(JsonObject), "Facts about the activity, such as hidden texts; null: none."),
  counts: field(
    Schema.NullOr(Schema.Record(Schema.String, Schema.Int)),
    "Number of changed entities by class, of changes in bulk; null: the entities are listed.",
    { Translation: 1 }
  ),
  params: field(Schema.NullOr(JsonObject), "Values of the activity, such as the deleted keys; null: none."),
  notices: field(
    Schema.optional(Schema.Array(ReportedNoticeModel)),
    "The first 20 warnings that an import left, in languages that the caller may view; names and sentences may be cut. Absent: none. Not in Tolgee's API."
  ),
  noticeCount: field(
    Schema.optional(Schema.Int),
    "Number of all warnings that an import left in languages that the caller may view; absent: none. Not in Tolgee's API.",
    1
  )
})
export type ActivityModel = typeof ActivityModel.Type
