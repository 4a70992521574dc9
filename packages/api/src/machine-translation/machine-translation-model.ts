import { formalities, qualityModes, translationServices } from "@dragoman/domain/machine-translation"
import { Schema } from "effect"
import { field } from "../field.ts"
import { LanguageModel } from "../language/language-model.ts"
import { listOf } from "../page/page-model.ts"

const Service = Schema.Literals(translationServices)
const serviceDescription = "Service of machine translation; `PROMPT`: a language model."
const formalityDescription = "Polite or familiar form; null: as the service has it."
const promptDescription = "Id of a prompt of the project, for `PROMPT`; null: the default prompt."

const ServiceInfoModel = Schema.Struct({
  serviceType: field(Service, serviceDescription, "DEEPL"),
  formality: field(Schema.NullOr(Schema.Literals(formalities)), formalityDescription, "FORMAL"),
  promptId: field(Schema.NullOr(Schema.Int), promptDescription)
})

/** Services of a language, or of all languages without settings of their own. */
export const MachineTranslationSettingModel = Schema.Struct({
  targetLanguageId: field(
    Schema.NullOr(Schema.Int),
    "Id of the language; null: all languages without settings of their own.",
    102
  ),
  targetLanguageTag: field(Schema.NullOr(Schema.String), "Tag of the language; null for the default.", "cs"),
  targetLanguageName: field(Schema.NullOr(Schema.String), "Name of the language; null for the default.", "Czech"),
  primaryService: field(Schema.NullOr(Service), "Name of `primaryServiceInfo`.", "DEEPL"),
  primaryServiceInfo: field(
    Schema.NullOr(ServiceInfoModel),
    "Service that translates automatically; null: no service does."
  ),
  enabledServices: field(Schema.Array(Service), "Names of `enabledServicesInfo`.", ["DEEPL"]),
  enabledServicesInfo: field(Schema.Array(ServiceInfoModel), "Services that suggest texts.")
})
export type MachineTranslationSettingModel = typeof MachineTranslationSettingModel.Type

const qualityMode = field(
  Schema.Literals(qualityModes),
  "OFF: texts of machines are not judged; RULES: by checks, length and back-translation; MODEL: by the language model of the project.",
  "RULES"
)
const thresholdDescription = "A text with a lower score needs a review; 0 to 100."
const backTranslationDescription =
  "Whether RULES also compares the base text with the text translated back, by an engine of the base language."

const QualityEstimateModel = Schema.Struct({
  mode: qualityMode,
  threshold: field(Schema.Int, thresholdDescription, 70),
  backTranslation: field(Schema.Boolean, `${backTranslationDescription} It costs as much as a translation.`)
})

export const MachineTranslationSettingsModel = Schema.Struct({
  ...listOf("languageConfigs", MachineTranslationSettingModel).fields,
  qualityEstimate: field(QualityEstimateModel, "How texts of machines are judged. Not in Tolgee's API.")
})

const ServiceInfoBody = Schema.Struct({
  serviceType: field(Service, serviceDescription, "DEEPL"),
  formality: field(
    Schema.optional(Schema.NullOr(Schema.Literals(formalities))),
    `${formalityDescription} Absent: null.`,
    "FORMAL"
  ),
  promptId: field(Schema.optional(Schema.NullOr(Schema.Int)), `${promptDescription} Absent: null.`, null)
})

const MachineTranslationSettingBody = Schema.Struct({
  targetLanguageId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the language; null or absent: all languages without settings of their own.",
    102
  ),
  primaryService: field(
    Schema.optional(Schema.NullOr(Service)),
    "Older form of `primaryServiceInfo`, which counts before it.",
    "DEEPL"
  ),
  primaryServiceInfo: field(
    Schema.optional(Schema.NullOr(ServiceInfoBody)),
    "Service that translates automatically; null or absent: no service does. It need not be an enabled one."
  ),
  enabledServices: field(
    Schema.optional(Schema.NullOr(Schema.Array(Service))),
    "Older form of `enabledServicesInfo`; services of both lists count.",
    ["DEEPL"]
  ),
  enabledServicesInfo: field(
    Schema.optional(Schema.NullOr(Schema.Array(ServiceInfoBody))),
    "Services that suggest texts. Those that the server does not have are skipped."
  )
})

export const MachineTranslationSettingsBody = Schema.Struct({
  settings: field(
    Schema.Array(MachineTranslationSettingBody),
    "All settings; languages that are not listed lose their own ones."
  ),
  qualityEstimate: field(
    Schema.optional(
      Schema.NullOr(
        Schema.Struct({
          mode: qualityMode,
          threshold: field(Schema.optional(Schema.NullOr(Schema.Finite)), `${thresholdDescription} Absent: 70.`, 70),
          backTranslation: field(
            Schema.optional(Schema.NullOr(Schema.Boolean)),
            `${backTranslationDescription} Absent: false.`
          )
        })
      )
    ),
    "How texts of machines are judged; absent or null: as before. Not in Tolgee's API."
  )
})
export type MachineTranslationSettingsBody = typeof MachineTranslationSettingsBody.Type

export const MachineTranslationLanguageModel = Schema.Struct({
  languageId: field(Schema.NullOr(Schema.Int), "Id of the language; null: any language.", 102),
  languageTag: field(Schema.NullOr(Schema.String), "Tag of the language; null: any language.", "cs"),
  supportedServices: field(
    Schema.Array(
      Schema.Struct({
        serviceType: field(Service, serviceDescription, "DEEPL"),
        formalitySupported: field(Schema.Boolean, "Whether the service has polite and familiar forms of the language.")
      })
    ),
    "Services that translate into the language."
  )
})
export type MachineTranslationLanguageModel = typeof MachineTranslationLanguageModel.Type

export const MachineTranslationLanguagesModel = listOf("languageInfos", MachineTranslationLanguageModel)

/** Services of the server by name. */
export const MachineTranslationProvidersModel = Schema.Record(
  Schema.String,
  Schema.Struct({
    supportedLanguages: field(
      Schema.NullOr(Schema.Array(Schema.String)),
      "Tags of languages that the service translates into; null: it names none, or takes all.",
      ["cs", "de"]
    )
  })
).annotate({ examples: [{ DEEPL: { supportedLanguages: ["cs", "de"] } }] })

const noteDescription = "What language models should know; up to 2000 characters. Null or empty: nothing."

export const TranslationNoteModel = Schema.Struct({
  description: field(Schema.NullOr(Schema.String), "What language models should know; null: nothing.")
})

export const TranslationNoteBody = Schema.Struct({
  description: field(Schema.optional(Schema.NullOr(Schema.String)), noteDescription, "Texts of a harbour.")
})
export type TranslationNoteBody = typeof TranslationNoteBody.Type

export const LanguageNoteModel = Schema.Struct({
  description: field(Schema.NullOr(Schema.String), "What language models should know; null: nothing."),
  language: field(LanguageModel, "The language.")
})

export const LanguageNotesModel = listOf("promptCustomizations", LanguageNoteModel)
