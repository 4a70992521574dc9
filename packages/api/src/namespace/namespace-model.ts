import { Schema } from "effect"
import { field } from "../field.ts"

export const NamespaceModel = Schema.Struct({
  id: field(Schema.Int, "Id of the namespace.", 31),
  name: field(Schema.String, "Name of the namespace.", "web")
})
export type NamespaceModel = typeof NamespaceModel.Type

/** The default namespace has neither id nor name. */
export const UsedNamespaceModel = Schema.Struct({
  id: field(Schema.NullOr(Schema.Int), "Id of the namespace; null: the default namespace.", 31),
  name: field(Schema.NullOr(Schema.String), "Name of the namespace; null: the default namespace.", "web")
})
export type UsedNamespaceModel = typeof UsedNamespaceModel.Type

export const NamespaceBody = Schema.Struct({
  name: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "New name; up to 100 characters, required, not used by another namespace.",
    "shop"
  )
})
export type NamespaceBody = typeof NamespaceBody.Type
