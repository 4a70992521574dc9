import { Schema } from "effect"

export const TagModel = Schema.Struct({ id: Schema.Int, name: Schema.String })
export type TagModel = typeof TagModel.Type

export const TagKeyBody = Schema.Struct({ name: Schema.optional(Schema.NullOr(Schema.String)) })
export type TagKeyBody = typeof TagKeyBody.Type

const Names = Schema.optional(Schema.NullOr(Schema.Array(Schema.String)))

/** A key by id, or by name and namespace; absent namespace: the default namespace. */
const KeyReference = Schema.Struct({
  id: Schema.optional(Schema.NullOr(Schema.Int)),
  name: Schema.optional(Schema.NullOr(Schema.String)),
  namespace: Schema.optional(Schema.NullOr(Schema.String))
})

/** Names in filters and in untag lists may contain `*`. */
export const ComplexTagBody = Schema.Struct({
  filterKeys: Schema.optional(Schema.NullOr(Schema.Array(KeyReference))),
  filterKeysNot: Schema.optional(Schema.NullOr(Schema.Array(KeyReference))),
  filterTag: Names,
  filterTagNot: Names,
  tagFiltered: Names,
  untagFiltered: Names,
  tagOther: Names,
  untagOther: Names
})
export type ComplexTagBody = typeof ComplexTagBody.Type
