import { Schema } from "effect"
import { field } from "../field.ts"
import { KeyWithDataModel } from "../key/key-model.ts"
import { SimpleUserModel } from "../user/user-model.ts"

const { id, name, namespace, description, tags, translations, screenshots, isPlural, branch } = KeyWithDataModel.fields

/** Times are epoch milliseconds. */
export const TrashedKeyModel = Schema.Struct({
  id,
  name,
  namespace,
  deletedAt: field(Schema.Int, "Deletion of the key in epoch milliseconds.", 1_767_225_600_000),
  permanentDeleteAt: field(
    Schema.Int,
    "Time in epoch milliseconds at which the server erases the key: a week after the deletion.",
    1_767_830_400_000
  ),
  description,
  tags,
  translations,
  screenshots,
  isPlural,
  deletedBy: field(Schema.NullOr(SimpleUserModel), "The user who deleted the key; null: unknown."),
  branch
})
export type TrashedKeyModel = typeof TrashedKeyModel.Type

export const KeyIdsModel = Schema.Struct({
  ids: field(Schema.Array(Schema.Int), "Ids of all matching keys, in any order.", [4021, 4022])
})
export type KeyIdsModel = typeof KeyIdsModel.Type
