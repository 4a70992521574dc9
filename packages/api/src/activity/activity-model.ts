import { Schema } from "effect"
import { AvatarModel } from "../organization/organization-model.ts"

/** `username` is empty for callers without `members.view`. */
const AuthorModel = Schema.Struct({
  id: Schema.Int,
  username: Schema.String,
  name: Schema.String,
  avatar: Schema.NullOr(AvatarModel),
  deleted: Schema.Boolean
})

const JsonObject = Schema.Record(Schema.String, Schema.Json)

export const ModifiedEntityModel = Schema.Struct({
  entityClass: Schema.String,
  entityId: Schema.Int,
  description: Schema.NullOr(JsonObject),
  modifications: Schema.NullOr(JsonObject),
  relations: Schema.NullOr(JsonObject),
  exists: Schema.NullOr(Schema.Boolean)
})
export type ModifiedEntityModel = typeof ModifiedEntityModel.Type

/** One committed change. */
export const ActivityModel = Schema.Struct({
  revisionId: Schema.Int,
  /** Epoch milliseconds. */
  timestamp: Schema.Int,
  type: Schema.String,
  author: Schema.NullOr(AuthorModel),
  modifiedEntities: Schema.NullOr(Schema.Record(Schema.String, Schema.Array(ModifiedEntityModel))),
  meta: Schema.NullOr(JsonObject),
  counts: Schema.NullOr(Schema.Record(Schema.String, Schema.Int)),
  params: Schema.NullOr(JsonObject)
})
export type ActivityModel = typeof ActivityModel.Type
