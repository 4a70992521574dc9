import { Schema } from "effect"
import { field } from "../field.ts"

export const TagModel = Schema.Struct({
  id: field(Schema.Int, "Id of the tag.", 8),
  name: field(Schema.String, "Name of the tag.", "release-2")
})
export type TagModel = typeof TagModel.Type

export const TagKeyBody = Schema.Struct({
  name: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Name of the tag; up to 100 characters, required. Space around it is removed.",
    "release-2"
  )
})
export type TagKeyBody = typeof TagKeyBody.Type

const Names = Schema.optional(Schema.NullOr(Schema.Array(Schema.String)))

/** A key by id, or by name and namespace; absent namespace: the default namespace. */
const KeyReference = Schema.Struct({
  id: field(Schema.optional(Schema.NullOr(Schema.Int)), "Id of the key, instead of its name.", 4021),
  name: field(Schema.optional(Schema.NullOr(Schema.String)), "Name of the key."),
  namespace: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Namespace of the key; absent: the default namespace."
  )
})

/** Names in filters and in untag lists may contain `*`. */
export const ComplexTagBody = Schema.Struct({
  filterKeys: field(
    Schema.optional(Schema.NullOr(Schema.Array(KeyReference))),
    "Filter: only these keys; absent: all, empty: none."
  ),
  filterKeysNot: field(Schema.optional(Schema.NullOr(Schema.Array(KeyReference))), "Filter: none of these keys."),
  filterTag: field(Names, "Filter: keys with one of these tags; `*` stands for any characters.", ["draft"]),
  filterTagNot: field(Names, "Filter: keys with none of these tags; `*` stands for any characters."),
  tagFiltered: field(Names, "Names of tags to add to the keys that match all filters.", ["release-2"]),
  untagFiltered: field(
    Names,
    "Names of tags to remove from the keys that match all filters; `*` stands for any characters.",
    ["draft"]
  ),
  tagOther: field(Names, "Names of tags to add to all other keys of the project."),
  untagOther: field(Names, "Names of tags to remove from all other keys of the project; `*` stands for any characters.")
})
export type ComplexTagBody = typeof ComplexTagBody.Type
