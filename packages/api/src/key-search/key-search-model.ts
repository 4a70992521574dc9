import { Schema } from "effect"
import { field } from "../field.ts"

const KeyReference = Schema.Struct({
  name: field(Schema.String, "Name of the key.", "booking.title"),
  namespace: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Namespace of the key; absent, null or empty: the default namespace."
  )
})

export const KeyInfoBody = Schema.Struct({
  keys: field(
    Schema.optional(Schema.NullOr(Schema.Array(KeyReference))),
    "Keys by name and namespace; up to 2,000. Unknown ones are left out of the response.",
    [{ name: "booking.title" }]
  ),
  languageTags: field(
    Schema.optional(Schema.NullOr(Schema.Array(Schema.String))),
    "Tags of the languages whose translations the response has.",
    ["en", "cs"]
  )
})
export type KeyInfoBody = typeof KeyInfoBody.Type

export const FoundKeyModel = Schema.Struct({
  id: field(Schema.Int, "Id of the key.", 4021),
  namespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
  name: field(Schema.String, "Name of the key.", "booking.title"),
  baseTranslation: field(Schema.NullOr(Schema.String), "Text in the base language; null: none.", "Book a berth"),
  translation: field(
    Schema.NullOr(Schema.String),
    "Text in the language of the request; null: none, or the request named no language.",
    "Rezervovat stání"
  ),
  description: field(Schema.NullOr(Schema.String), "Description of the key for translators; null: none."),
  plural: field(Schema.Boolean, "Whether the texts of the key are plurals.")
})
export type FoundKeyModel = typeof FoundKeyModel.Type

/** A key that is shown near another key. */
export const NearKeyModel = Schema.Struct({
  id: field(Schema.Int, "Id of the key.", 4022),
  name: field(Schema.String, "Name of the key.", "booking.submit"),
  namespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
  baseTranslation: field(Schema.NullOr(Schema.String), "Text in the base language; null: none.", "Book")
})
export type NearKeyModel = typeof NearKeyModel.Type

export const BigMetaBody = Schema.Struct({
  relatedKeysInOrder: field(
    Schema.optional(
      Schema.NullOr(
        Schema.Array(
          Schema.Struct({
            keyName: field(Schema.String, "Name of the key; required.", "booking.title"),
            namespace: field(
              Schema.optional(Schema.NullOr(Schema.String)),
              "Namespace of the key; absent: the default namespace."
            ),
            branch: field(
              Schema.optional(Schema.NullOr(Schema.String)),
              "Name of the branch of the key; absent: the default branch. Keys of unknown branches are left out."
            )
          })
        )
      )
    ),
    "Keys as they follow each other on a page, up to 1,000; those up to 10 positions apart are related.",
    [{ keyName: "booking.title" }, { keyName: "booking.submit" }]
  )
})
export type BigMetaBody = typeof BigMetaBody.Type
