import { Schema } from "effect"
import { field } from "../field.ts"

/** A label for translations. */
export const LabelModel = Schema.Struct({
  id: field(Schema.Int, "Id of the label.", 14),
  name: field(Schema.String, "Name of the label, unique in the project.", "Legal"),
  color: field(Schema.String, "Colour as `#RRGGBB`, in upper case.", "#AA00FF"),
  description: field(Schema.NullOr(Schema.String), "When the label is used; null: nothing is said.")
})
export type LabelModel = typeof LabelModel.Type

const optionalText = Schema.optional(Schema.NullOr(Schema.String))

export const LabelBody = Schema.Struct({
  name: field(
    optionalText,
    "Name of the label; up to 100 characters, required. Space around it is removed. Unique in the project.",
    "Legal"
  ),
  color: field(optionalText, "Colour as `#RRGGBB`, required.", "#AA00FF"),
  description: field(optionalText, "When the label is used; up to 2000 characters. Null or absent: nothing is said.")
})
export type LabelBody = typeof LabelBody.Type

const requiredId = Schema.optional(Schema.NullOr(Schema.Int))

/** Names a translation by its key and language, and a label. */
export const TranslationLabelBody = Schema.Struct({
  keyId: field(requiredId, "Id of the key; required.", 4021),
  languageId: field(requiredId, "Id of the language; required.", 102),
  labelId: field(requiredId, "Id of the label; required.", 14)
})
export type TranslationLabelBody = typeof TranslationLabelBody.Type
