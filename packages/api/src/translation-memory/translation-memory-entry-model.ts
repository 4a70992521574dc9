import { Schema } from "effect"
import { field } from "../field.ts"

const Optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

const cellFields = {
  targetText: field(Schema.String, "Translation.", "Přístav"),
  targetLanguageTag: field(Schema.String, "Language of the translation.", "cs")
}

export const TranslationMemoryEntryModel = Schema.Struct({
  id: field(Schema.Int, "Id of the entry.", 71),
  sourceText: field(Schema.String, "Text in the language of the memory.", "Harbour"),
  ...cellFields,
  createdAt: field(Schema.Int, "When it was added, in milliseconds since 1970."),
  updatedAt: field(Schema.Int, "When it was last changed, in milliseconds since 1970.")
})

/** A source with its translations. */
export const TranslationMemoryRowModel = Schema.Struct({
  sourceText: field(Schema.String, "Text in the language of the memory.", "Harbour"),
  editable: field(Schema.Boolean, "Whether it is stored; false: it is a key of a project.", true),
  cells: field(
    Schema.Array(
      Schema.Struct({
        ...cellFields,
        entryId: field(Schema.NullOr(Schema.Int), "Id of the stored entry; null: a text of a project.", 71)
      })
    ),
    "Translations by language."
  ),
  keyName: field(Schema.NullOr(Schema.String), "Name of the key; null: stored entries."),
  projectId: field(Schema.NullOr(Schema.Int), "Id of the project of the key; null: stored entries."),
  projectName: field(Schema.NullOr(Schema.String), "Name of the project of the key; null: stored entries.")
})

const targetFields = {
  targetText: field(Optional(Schema.String), "Translation; 1 to 10000 characters, required.", "Přístav"),
  targetLanguageTag: field(Optional(Schema.String), "Its language; 1 to 20 characters, required.", "cs")
}

const sourceField = field(Optional(Schema.String), "Text in the language of the memory; required.", "Harbour")

export const TranslationMemoryEntryBody = Schema.Struct({ sourceText: sourceField, ...targetFields })

export const TranslationMemoryEntriesBody = Schema.Struct({
  sourceText: sourceField,
  translations: field(Optional(Schema.Array(Schema.Struct(targetFields))), "Translations, one for each language.")
})

export const TranslationMemoryEntryIdsBody = Schema.Struct({
  entryIds: field(Schema.Array(Schema.Int), "Ids of stored entries; those of other memories are skipped.", [71])
})

export type TranslationMemoryEntryBody = typeof TranslationMemoryEntryBody.Type
export type TranslationMemoryEntriesBody = typeof TranslationMemoryEntriesBody.Type
