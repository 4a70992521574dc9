import { Schema } from "effect"

export const LanguageModel = Schema.Struct({
  id: Schema.Int,
  /** In English. */
  name: Schema.String,
  tag: Schema.String,
  /** In the language itself. */
  originalName: Schema.NullOr(Schema.String),
  flagEmoji: Schema.NullOr(Schema.String),
  base: Schema.Boolean
})
export type LanguageModel = typeof LanguageModel.Type

/** Absent and null fields mean the same; the domain checks which are required. */
export const LanguageBody = Schema.Struct({
  name: Schema.optional(Schema.NullOr(Schema.String)),
  originalName: Schema.optional(Schema.NullOr(Schema.String)),
  tag: Schema.optional(Schema.NullOr(Schema.String)),
  flagEmoji: Schema.optional(Schema.NullOr(Schema.String))
})
export type LanguageBody = typeof LanguageBody.Type
