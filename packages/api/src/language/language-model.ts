import { Schema } from "effect"
import { field } from "../field.ts"

export const LanguageModel = Schema.Struct({
  id: field(Schema.Int, "Id of the language; unique on the server.", 102),
  name: field(Schema.String, "Name in English, or the project's own name for it.", "Czech"),
  tag: field(Schema.String, "BCP 47 language tag, unique in the project.", "cs"),
  originalName: field(Schema.NullOr(Schema.String), "Name in the language itself.", "čeština"),
  flagEmoji: field(Schema.NullOr(Schema.String), "Flag that stands for the language in lists; null: none.", "🇨🇿"),
  base: field(Schema.Boolean, "Whether this is the base language of the project, from which texts are translated.")
})
export type LanguageModel = typeof LanguageModel.Type

/** Absent and null fields mean the same; the domain checks which are required. */
export const LanguageBody = Schema.Struct({
  name: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Name in English; up to 100 characters, required.",
    "Czech"
  ),
  originalName: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Name in the language itself; up to 100 characters, required.",
    "čeština"
  ),
  tag: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "BCP 47 language tag without commas; up to 20 characters, required, unique in the project.",
    "cs"
  ),
  flagEmoji: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Flag that stands for the language; up to 20 characters. null: none.",
    "🇨🇿"
  )
})
export type LanguageBody = typeof LanguageBody.Type
