import { Schema } from "effect"
import { Flag, Id, Millis, table } from "../database/table.ts"

export const glossaryTable = table("glossary", {
  id: Id,
  organizationId: Schema.Number,
  name: Schema.String,
  baseLanguageTag: Schema.String,
  /** Rises with every change of the glossary or of its terms. */
  version: Schema.Number,
  createdAt: Millis
})

export const glossaryProjectTable = table("glossary_project", {
  projectId: Schema.Number,
  glossaryId: Schema.Number,
  /** The version by which the texts of the project are checked, or marked for a check; null: none yet. */
  checkedVersion: Schema.NullOr(Schema.Number)
})

export const glossaryTermTable = table("glossary_term", {
  id: Id,
  glossaryId: Schema.Number,
  description: Schema.NullOr(Schema.String),
  /** The term has a text in the base language only. */
  isNonTranslatable: Flag,
  isCaseSensitive: Flag,
  isAbbreviation: Flag,
  isForbidden: Flag
})

export const glossaryTermTranslationTable = table("glossary_term_translation", {
  termId: Schema.Number,
  languageTag: Schema.String,
  /** That of the term, for the index of languages. */
  glossaryId: Schema.Number,
  /** Never empty. */
  text: Schema.String
})
