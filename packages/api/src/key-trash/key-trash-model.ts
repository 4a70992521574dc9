import { Schema } from "effect"
import { KeyWithDataModel } from "../key/key-model.ts"
import { SimpleUserModel } from "../user/user-model.ts"

const { id, name, namespace, description, tags, translations, screenshots, isPlural } = KeyWithDataModel.fields

/** Times are epoch milliseconds. */
export const TrashedKeyModel = Schema.Struct({
  id,
  name,
  namespace,
  deletedAt: Schema.Int,
  /** After this time the key can be deleted permanently. */
  permanentDeleteAt: Schema.Int,
  description,
  tags,
  translations,
  screenshots,
  isPlural,
  /** `username` is empty for callers without `members.view`. */
  deletedBy: Schema.NullOr(SimpleUserModel)
})
export type TrashedKeyModel = typeof TrashedKeyModel.Type

export const KeyIdsModel = Schema.Struct({ ids: Schema.Array(Schema.Int) })
export type KeyIdsModel = typeof KeyIdsModel.Type
