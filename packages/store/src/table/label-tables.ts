import { Schema } from "effect"
import { Id, table } from "../database/table.ts"

/** A label for translations. */
export const labelTable = table("label", {
  id: Id,
  projectId: Schema.Number,
  /** Unique in the project. */
  name: Schema.String,
  /** `#RRGGBB`, in upper case. */
  color: Schema.String,
  description: Schema.NullOr(Schema.String)
})

/** A translation has a label. */
export const translationLabelTable = table("translation_label", {
  translationId: Schema.Number,
  labelId: Schema.Number,
  projectId: Schema.Number
})
