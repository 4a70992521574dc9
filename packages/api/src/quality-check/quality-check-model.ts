import { Schema } from "effect"
import { field } from "../field.ts"

const severity = Schema.Literals(["OFF", "WARNING", "ERROR"])

export const CheckTypeGroupModel = Schema.Struct({
  category: field(Schema.Literals(["TEXT", "TECHNICAL"]), "Kind of the checks."),
  checkTypes: field(Schema.Array(Schema.String), "Types of checks of this kind.", ["REPEATED_WORDS"])
})

/** ERROR is shown as WARNING, because clients of Tolgee know no other severity. */
export const SeveritiesModel = Schema.Record(Schema.String, Schema.Literals(["OFF", "WARNING"])).annotate({
  examples: [{ REPEATED_WORDS: "WARNING" }]
})

const errorTypes = field(
  Schema.Array(Schema.String),
  "Types among them that are errors: a text with such an issue cannot be reviewed. Only Dragoman has this field.",
  ["ICU_SYNTAX"]
)

export const QualitySettingsModel = Schema.Struct({
  settings: field(SeveritiesModel, "Severity of each type of check; an error is shown as WARNING.", {
    REPEATED_WORDS: "WARNING"
  }),
  errorTypes
})

export const QualitySettingsBody = Schema.Struct({
  settings: field(
    Schema.optional(Schema.NullOr(Schema.Record(Schema.String, Schema.NullOr(severity)))),
    "New severities by type; null: back to the default. Types that are left out stay. ERROR keeps a text from REVIEWED.",
    { REPEATED_WORDS: "OFF" }
  )
})
export type QualitySettingsBody = typeof QualitySettingsBody.Type

export const QualityEnabledBody = Schema.Struct({
  enabled: field(Schema.Boolean, "Whether texts are checked.", true)
})
export type QualityEnabledBody = typeof QualityEnabledBody.Type

export const LanguageQualitySettingsModel = Schema.Struct({
  language: field(
    Schema.Struct({
      id: field(Schema.Int, "Id of the language.", 102),
      tag: field(Schema.String, "Tag of the language.", "cs"),
      name: field(Schema.String, "Name of the language in English.", "Czech"),
      base: field(Schema.Boolean, "Whether it is the base language.", false)
    }),
    "The language."
  ),
  customSettings: field(
    Schema.NullOr(SeveritiesModel),
    "Severities that differ from those of the project; null: none differs.",
    { REPEATED_WORDS: "OFF" }
  ),
  errorTypes,
  enabled: field(Schema.Boolean, "Whether texts of the language are checked.", true)
})
export type LanguageQualitySettingsModel = typeof LanguageQualitySettingsModel.Type

const issueFields = {
  type: field(Schema.String, "Type of the check.", "MISSING_NUMBERS"),
  message: field(Schema.String, "Code of the sentence about the problem.", "qa_numbers_missing"),
  replacement: field(
    Schema.NullOr(Schema.String),
    "Text for the place of the problem; an empty one deletes it. Null: the right text is not certain."
  ),
  positionStart: field(
    Schema.NullOr(Schema.Int),
    "Start of the problem in the stored text, in UTF-16 units; null: it has no place.",
    4
  ),
  positionEnd: field(Schema.NullOr(Schema.Int), "End of the problem, exclusive; null: it has no place.", 9),
  params: field(Schema.NullOr(Schema.Record(Schema.String, Schema.String)), "Parts of the sentence; null: none.", {
    number: "12"
  }),
  pluralVariant: field(Schema.NullOr(Schema.String), "Plural form with the problem; null: the whole text.")
}

export const QualityIssueModel = Schema.Struct({
  id: field(Schema.Int, "Id of the issue; it changes when the problem moves in the text.", 77),
  ...issueFields,
  state: field(Schema.Literals(["OPEN", "IGNORED"]), "Whether people have dismissed the issue.")
})
export type QualityIssueModel = typeof QualityIssueModel.Type

const optionalNull = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** Names an issue of a text that may not be stored yet. */
export const QualitySuppressionBody = Schema.Struct({
  type: field(Schema.String, "Type of the check.", "MISSING_NUMBERS"),
  message: field(Schema.String, "Code of the sentence about the problem.", "qa_numbers_missing"),
  replacement: field(optionalNull(Schema.String), "The replacement of the issue; null: it has none."),
  positionStart: field(optionalNull(Schema.Int), "Start of the issue; null: it has no place."),
  positionEnd: field(optionalNull(Schema.Int), "End of the issue; null: it has no place."),
  params: field(optionalNull(Schema.Record(Schema.String, Schema.String)), "The parameters of the issue."),
  pluralVariant: field(optionalNull(Schema.String), "The plural form of the issue; null: the whole text.")
})
export type QualitySuppressionBody = typeof QualitySuppressionBody.Type
