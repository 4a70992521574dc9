import { translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { branchOfBody } from "../branch/branch-field.ts"
import { field } from "../field.ts"
import { LabelModel } from "../label/label-model.ts"
import { SimpleUserModel } from "../user/user-model.ts"

/** A translation in the response to a write. */
export const TranslationModel = Schema.Struct({
  id: field(Schema.Int, "Id of the translation: of a key in a language.", 90211),
  text: field(Schema.NullOr(Schema.String), "Text as ICU message; null: none.", "Rezervovat stání"),
  state: field(
    Schema.Literals(translationStates),
    "UNTRANSLATED: no text; TRANSLATED; REVIEWED; DISABLED: the key is not translated into the language."
  ),
  outdated: field(Schema.Boolean, "Whether the base text changed after this text."),
  auto: field(
    Schema.Boolean,
    "Whether a machine or the translation memory made the text, and no user has confirmed it."
  ),
  mtProvider: field(Schema.NullOr(Schema.String), "Service that translated the text; null: none."),
  qualityScore: field(
    Schema.NullOr(Schema.Int),
    "Estimated quality of the text of a machine, 0 to 100; null: not estimated, or a user has confirmed it. Not in Tolgee's API.",
    85
  ),
  qualityReason: field(
    Schema.NullOr(Schema.String),
    "Sentences that say why the score is lower; null: none. Not in Tolgee's API."
  ),
  labels: field(Schema.Array(LabelModel), "Labels of the translation, by name.", [])
})
export type TranslationModel = typeof TranslationModel.Type

export const SetTranslationsBody = Schema.Struct({
  key: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Name of the key; up to 2000 characters, required.",
    "booking.title"
  ),
  namespace: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Namespace of the key; absent or empty: the default namespace."
  ),
  translations: field(
    Schema.optional(Schema.NullOr(Schema.Record(Schema.String, Schema.NullOr(Schema.String)))),
    'Texts by language tag, as ICU messages of up to 10,000 characters; null and `""` remove a text. Languages that are not named stay.',
    { en: "Book a berth", cs: "Rezervovat stání" }
  ),
  expectedTexts: field(
    Schema.optional(Schema.NullOr(Schema.Record(Schema.String, Schema.NullOr(Schema.String)))),
    "The texts that the client read, by language tag of `translations`, null for none. When one differs from the present text, nothing is written: 409. Not in Tolgee's API.",
    { cs: null }
  ),
  languagesToReturn: field(
    Schema.optional(Schema.NullOr(Schema.Array(Schema.String))),
    "Tags of the languages whose translations the response has; absent: those of `translations`."
  ),
  branch: branchOfBody
})
export type SetTranslationsBody = typeof SetTranslationsBody.Type

export const SetTranslationsModel = Schema.Struct({
  keyId: field(Schema.Int, "Id of the key.", 4021),
  keyName: field(Schema.String, "Name of the key.", "booking.title"),
  keyNamespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
  keyIsPlural: field(Schema.Boolean, "Whether the texts of the key are plurals."),
  translations: field(
    Schema.Record(Schema.String, TranslationModel),
    "Translations by language tag: of the written languages, or of `languagesToReturn`.",
    {
      cs: {
        id: 90_211,
        text: "Rezervovat stání",
        state: "TRANSLATED",
        outdated: false,
        auto: false,
        mtProvider: null,
        qualityScore: null,
        qualityReason: null,
        labels: []
      }
    }
  ),
  suggestedLanguages: field(
    Schema.Array(Schema.String),
    "Tags of the languages whose written text became a suggestion, because the text is reviewed and the `suggestionsMode` of the project is ENFORCED. Not in Tolgee's API.",
    []
  )
})
export type SetTranslationsModel = typeof SetTranslationsModel.Type

/** One change of a translation. */
export const TranslationRevisionModel = Schema.Struct({
  modifications: field(
    Schema.Record(
      Schema.String,
      Schema.Struct({
        old: field(Schema.Json, "Value before; null: none."),
        new: field(Schema.Json, "Value after; null: none.")
      })
    ),
    "Old and new values by field: `text`, `state`, `auto`, `mtProvider`, `outdated`, `labels`.",
    { text: { old: null, new: "Rezervovat stání" } }
  ),
  timestamp: field(Schema.Int, "Time of the change in epoch milliseconds.", 1_767_225_600_000),
  author: field(Schema.NullOr(SimpleUserModel), "The user who made the change; null: unknown."),
  revisionType: field(
    Schema.Literals(["ADD", "MOD", "DEL"]),
    "ADD: the translation was created; MOD: changed; DEL: removed."
  )
})
export type TranslationRevisionModel = typeof TranslationRevisionModel.Type
