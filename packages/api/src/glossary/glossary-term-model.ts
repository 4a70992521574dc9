import { termMatchKinds } from "@dragoman/domain/glossary"
import { Schema } from "effect"
import { field } from "../field.ts"
import { SimpleGlossaryModel } from "./glossary-model.ts"

const Optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

const flagDescriptions = {
  flagNonTranslatable: "Whether the term stays as it is in the base language, so that it has no translation.",
  flagCaseSensitive: "Whether the term is found in exactly these letters only.",
  flagAbbreviation: "Whether the term is an abbreviation; information for people.",
  flagForbiddenTerm: "Whether the term must not be used."
}

const termFields = {
  id: field(Schema.Int, "Id of the term.", 48),
  description: field(Schema.NullOr(Schema.String), "Meaning of the term; null: none.", "Place where ships are moored"),
  flagNonTranslatable: field(Schema.Boolean, flagDescriptions.flagNonTranslatable, false),
  flagCaseSensitive: field(Schema.Boolean, flagDescriptions.flagCaseSensitive, false),
  flagAbbreviation: field(Schema.Boolean, flagDescriptions.flagAbbreviation, false),
  flagForbiddenTerm: field(Schema.Boolean, flagDescriptions.flagForbiddenTerm, false)
}

export const SimpleGlossaryTermModel = Schema.Struct(termFields)

export const GlossaryTermTranslationModel = Schema.Struct({
  languageTag: field(Schema.String, "Language of the text.", "cs"),
  text: field(Schema.String, "The term in this language; empty: there is none.", "kotviště")
})

const translationsField = field(
  Schema.Array(GlossaryTermTranslationModel),
  "Texts by language, that of the base language among them."
)

export const GlossaryTermWithTranslationsModel = Schema.Struct({ ...termFields, translations: translationsField })

export const GlossaryTermModel = Schema.Struct({
  ...termFields,
  glossary: field(SimpleGlossaryModel, "Glossary of the term."),
  translations: translationsField
})

/** A term that was written, with its text in the base language. */
export const WrittenGlossaryTermModel = Schema.Struct({
  term: field(SimpleGlossaryTermModel, "The term."),
  translation: field(Schema.NullOr(GlossaryTermTranslationModel), "Its text in the base language; null: it has none.")
})

export const GlossaryTermBody = Schema.Struct({
  text: field(
    Optional(Schema.String),
    "Text in the base language; at most 200 characters. Empty: none. In an edit absent: unchanged.",
    "berth"
  ),
  description: field(
    Optional(Schema.String),
    "Meaning of the term; at most 500 characters. Empty: none. In an edit absent: unchanged.",
    "Place where ships are moored"
  ),
  flagNonTranslatable: field(
    Optional(Schema.Boolean),
    `${flagDescriptions.flagNonTranslatable} Setting it deletes the texts in other languages.`
  ),
  flagCaseSensitive: field(Optional(Schema.Boolean), flagDescriptions.flagCaseSensitive),
  flagAbbreviation: field(Optional(Schema.Boolean), flagDescriptions.flagAbbreviation),
  flagForbiddenTerm: field(Optional(Schema.Boolean), flagDescriptions.flagForbiddenTerm)
})
export type GlossaryTermBody = typeof GlossaryTermBody.Type

export const GlossaryTermIdsBody = Schema.Struct({
  termIds: field(Schema.Array(Schema.Int), "Ids of terms; those of other glossaries are skipped.", [48])
})

export const GlossaryTermTranslationBody = Schema.Struct({
  languageTag: field(Optional(Schema.String), "Language of the text; 1 to 20 characters, required.", "cs"),
  text: field(
    Optional(Schema.String),
    "The term in this language; at most 200 characters. Empty: the text is deleted.",
    "kotviště"
  )
})
export type GlossaryTermTranslationBody = typeof GlossaryTermTranslationBody.Type

export const GlossaryImportModel = Schema.Struct({
  imported: field(Schema.Int, "Number of terms of the file that the glossary has now.", 120)
})

export const GlossaryHighlightBody = Schema.Struct({
  text: field(Optional(Schema.String), "Text in which terms are looked for; at most 65536 characters, required."),
  languageTag: field(Optional(Schema.String), "Language of the text; 1 to 20 characters, required.", "en")
})
export type GlossaryHighlightBody = typeof GlossaryHighlightBody.Type

export const GlossaryHighlightModel = Schema.Struct({
  position: field(
    Schema.Struct({
      start: field(Schema.Int, "Offset of its first UTF-16 code unit in the text.", 4),
      end: field(Schema.Int, "Offset behind its last UTF-16 code unit.", 9)
    }),
    "Place of the term in the text."
  ),
  value: field(GlossaryTermModel, "The term."),
  kind: field(
    Schema.Literals(termMatchKinds),
    "How the text has the term. exact: the same letters. case: other capitals. inflected: another form. compound: a part of a longer word. Not part of Tolgee's API.",
    "exact"
  ),
  overlapped: field(
    Schema.Boolean,
    "Whether a longer match, or an equal one before it, has some of its characters. Not part of Tolgee's API.",
    false
  )
})
