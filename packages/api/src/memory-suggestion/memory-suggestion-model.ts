import { translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { field } from "../field.ts"
import { listOf, pageOf } from "../page/page-model.ts"

export const MemorySuggestionBody = Schema.Struct({
  targetLanguageId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the language to suggest translations in; required.",
    12
  ),
  keyId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the key to translate; its own translation is never suggested. Absent: `baseText` has the text.",
    4021
  ),
  baseText: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Text in the base language; absent: the one of the key.",
    "Book a berth"
  ),
  isPlural: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether `baseText` is a plural; plurals match plurals only. Ignored without `baseText`.",
    false
  )
})
export type MemorySuggestionBody = typeof MemorySuggestionBody.Type

const MemorySuggestionModel = Schema.Struct({
  targetText: field(
    Schema.String,
    "Translation of the match, with the placeholders and numbers of the text asked for where these can be exchanged.",
    "Rezervovat stání"
  ),
  baseText: field(Schema.String, "Text of the match in the base language.", "Book a berth"),
  keyName: field(Schema.String, "Name of the key of the match; empty for a stored entry.", "booking.title"),
  similarity: field(
    Schema.Finite,
    "Similarity from 0 to 1, after penalties: 1 for equal texts only, 0.99 when only case, white space, placeholders, tags or numbers differ.",
    0.99
  ),
  rawSimilarity: field(Schema.Finite, "Similarity before penalties.", 0.99),
  translationMemoryName: field(
    Schema.String,
    "Name of the memory of the match: a shared one, or the name of the project for its own memory.",
    "Harbour terms"
  ),
  updatedAt: field(
    Schema.NullOr(Schema.Int),
    "Time of the last change of a stored entry in epoch milliseconds; null for translations of keys.",
    1_767_225_600_000
  )
})

export const MemorySuggestionsModel = pageOf("translationMemoryItems", MemorySuggestionModel)

const KeyWithSameTextModel = Schema.Struct({
  keyId: field(Schema.Int, "Id of the other key.", 4022),
  keyName: field(Schema.String, "Name of the other key.", "booking.title"),
  keyNamespace: field(Schema.NullOr(Schema.String), "Namespace of the other key; null: the default namespace.", "web"),
  translations: field(
    Schema.Record(
      Schema.String,
      Schema.Struct({
        text: field(Schema.String, "Text of the other key.", "Rezervovat stání"),
        state: field(Schema.Literals(translationStates), "State of the text.", "REVIEWED")
      })
    ),
    "Texts by language tag, without the base language, empty texts and languages that the caller may not view."
  )
})

export const KeysWithSameTextModel = listOf("keysWithSameText", KeyWithSameTextModel)
