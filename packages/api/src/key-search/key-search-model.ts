import { Schema } from "effect"

const KeyReference = Schema.Struct({
  name: Schema.String,
  /** Absent, null and `""`: the default namespace. */
  namespace: Schema.optional(Schema.NullOr(Schema.String))
})

export const KeyInfoBody = Schema.Struct({
  keys: Schema.optional(Schema.NullOr(Schema.Array(KeyReference))),
  languageTags: Schema.optional(Schema.NullOr(Schema.Array(Schema.String)))
})
export type KeyInfoBody = typeof KeyInfoBody.Type

export const FoundKeyModel = Schema.Struct({
  id: Schema.Int,
  namespace: Schema.NullOr(Schema.String),
  name: Schema.String,
  baseTranslation: Schema.NullOr(Schema.String),
  /** In the language of the request; null without one. */
  translation: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  plural: Schema.Boolean
})
export type FoundKeyModel = typeof FoundKeyModel.Type

/** A key that is shown near another key. */
export const NearKeyModel = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  namespace: Schema.NullOr(Schema.String),
  baseTranslation: Schema.NullOr(Schema.String)
})
export type NearKeyModel = typeof NearKeyModel.Type

export const BigMetaBody = Schema.Struct({
  relatedKeysInOrder: Schema.optional(
    Schema.NullOr(
      Schema.Array(Schema.Struct({ keyName: Schema.String, namespace: Schema.optional(Schema.NullOr(Schema.String)) }))
    )
  )
})
export type BigMetaBody = typeof BigMetaBody.Type
