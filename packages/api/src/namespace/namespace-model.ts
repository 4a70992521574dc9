import { Schema } from "effect"

export const NamespaceModel = Schema.Struct({ id: Schema.Int, name: Schema.String })
export type NamespaceModel = typeof NamespaceModel.Type

/** The default namespace has neither id nor name. */
export const UsedNamespaceModel = Schema.Struct({
  id: Schema.NullOr(Schema.Int),
  name: Schema.NullOr(Schema.String)
})
export type UsedNamespaceModel = typeof UsedNamespaceModel.Type

export const NamespaceBody = Schema.Struct({ name: Schema.optional(Schema.NullOr(Schema.String)) })
export type NamespaceBody = typeof NamespaceBody.Type
