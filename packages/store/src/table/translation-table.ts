import { translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { Flag, hasDefault, Id, table } from "../database/table.ts"

export const translationTable = table("translation", {
  id: Id,
  keyId: Schema.Number,
  languageId: Schema.Number,
  /** Never empty. */
  text: Schema.NullOr(Schema.String),
  state: Schema.Literals(translationStates),
  /** The base text changed after this one. */
  isOutdated: hasDefault(Flag),
  /** Translated by a machine or from memory, not yet by a person. */
  isAuto: hasDefault(Flag),
  machineTranslationProvider: Schema.NullOr(Schema.String),
  /** null: not counted since the text was written. */
  wordCount: Schema.NullOr(Schema.Number)
})
