import { translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { field } from "../field.ts"
import { LanguageModel } from "../language/language-model.ts"
import { pageOf } from "../page/page-model.ts"

export const PublicationModel = Schema.Struct({
  public: field(Schema.Boolean, "Whether everyone may read the texts of the project without an account."),
  allowed: field(
    Schema.Boolean,
    "Whether the server allows public projects. false: no project is shown to visitors, whatever `public` is.",
    true
  )
})

export const PublicationBody = Schema.Struct({
  public: field(Schema.Boolean, "Whether everyone may read the texts of the project without an account.", true)
})
export type PublicationBody = typeof PublicationBody.Type

/** A public project as visitors see it: nothing of its organization, its people and its settings. */
export const PublicProjectModel = Schema.Struct({
  id: field(Schema.Int, "Id of the project.", 7),
  name: field(Schema.String, "Name of the project.", "Harbour booking"),
  description: field(Schema.NullOr(Schema.String), "Description of the project; null: none."),
  takesSuggestions: field(Schema.Boolean, "Whether users who are logged in can suggest texts.", true),
  keyCount: field(Schema.Int, "Number of keys.", 240),
  languages: field(
    Schema.Array(
      Schema.Struct({
        ...LanguageModel.fields,
        translatedPercentage: field(
          Schema.Finite,
          "Share of the keys that are translated and not reviewed, 0 to 100.",
          50
        ),
        reviewedPercentage: field(Schema.Finite, "Share of the keys that are reviewed, in percent, 0 to 100.", 16.667)
      })
    ),
    "Languages of the project, the base language first, then by name."
  )
})
export type PublicProjectModel = typeof PublicProjectModel.Type

const PublicKeyModel = Schema.Struct({
  keyId: field(Schema.Int, "Id of the key.", 4021),
  keyName: field(Schema.String, "Name of the key.", "booking.title"),
  keyNamespace: field(Schema.NullOr(Schema.String), "Name of the namespace; null: the default namespace."),
  keyDescription: field(
    Schema.NullOr(Schema.String),
    "Description of the key for translators; null: none.",
    "Heading of the first page"
  ),
  keyIsPlural: field(Schema.Boolean, "Whether the texts of the key are plurals."),
  translations: field(
    Schema.Record(
      Schema.String,
      Schema.Struct({
        text: field(Schema.NullOr(Schema.String), "Text as ICU message; null: none.", "Rezervovat stání"),
        state: field(
          Schema.Literals(translationStates),
          "UNTRANSLATED: no text; TRANSLATED; REVIEWED; DISABLED: the key is not translated into the language."
        )
      })
    ),
    "Translations by language tag, one for every selected language.",
    { cs: { text: "Rezervovat stání", state: "TRANSLATED" } }
  )
})

export const PublicTranslationsModel = Schema.Struct({
  ...pageOf("keys", PublicKeyModel).fields,
  selectedLanguages: field(Schema.Array(LanguageModel), "Languages of the translations in the list."),
  nextCursor: field(
    Schema.NullOr(Schema.String),
    "Value of `cursor` for the next page; null: this page is empty.",
    "eyJrZXlJZCI6NDAyMX0"
  )
})
export type PublicTranslationsModel = typeof PublicTranslationsModel.Type
