import { Schema } from "effect"
import { field } from "../field.ts"

export const DisabledLanguagesBody = Schema.Struct({
  languageIds: field(
    Schema.optional(Schema.NullOr(Schema.Array(Schema.Int))),
    "Ids of all languages into which the key is not translated, never of the base language; empty: no language is disabled.",
    [103]
  )
})
export type DisabledLanguagesBody = typeof DisabledLanguagesBody.Type

export const KeyWithDisabledLanguagesModel = Schema.Struct({
  id: field(Schema.Int, "Id of the key.", 4021),
  name: field(Schema.String, "Name of the key.", "booking.title"),
  namespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
  disabledLanguages: field(
    Schema.Array(
      Schema.Struct({
        id: field(Schema.Int, "Id of the language.", 103),
        tag: field(Schema.String, "Tag of the language.", "de")
      })
    ),
    "Languages into which the key is not translated."
  )
})
export type KeyWithDisabledLanguagesModel = typeof KeyWithDisabledLanguagesModel.Type
