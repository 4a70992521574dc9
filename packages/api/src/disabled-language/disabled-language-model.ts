import { Schema } from "effect"

export const DisabledLanguagesBody = Schema.Struct({
  languageIds: Schema.optional(Schema.NullOr(Schema.Array(Schema.Int)))
})
export type DisabledLanguagesBody = typeof DisabledLanguagesBody.Type

export const KeyWithDisabledLanguagesModel = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  namespace: Schema.NullOr(Schema.String),
  disabledLanguages: Schema.Array(Schema.Struct({ id: Schema.Int, tag: Schema.String }))
})
export type KeyWithDisabledLanguagesModel = typeof KeyWithDisabledLanguagesModel.Type
