import { Schema } from "effect"
import { field } from "../field.ts"

/** Words are counted in the base texts. */
export const LanguageStatsModel = Schema.Struct({
  languageId: field(Schema.Int, "Id of the language.", 102),
  languageTag: field(Schema.String, "Tag of the language.", "cs"),
  languageName: field(Schema.String, "Name of the language in English.", "Czech"),
  languageOriginalName: field(
    Schema.NullOr(Schema.String),
    "Name in the language itself; null: none is stored.",
    "čeština"
  ),
  languageFlagEmoji: field(Schema.NullOr(Schema.String), "Flag that stands for the language; null: none.", "🇨🇿"),
  translatedKeyCount: field(Schema.Int, "Keys whose text is translated and not reviewed.", 120),
  translatedWordCount: field(Schema.Int, "Words in the base texts of these keys.", 830),
  translatedPercentage: field(Schema.Finite, "Share of the words in percent, 0 to 100.", 50),
  reviewedKeyCount: field(Schema.Int, "Keys whose text is reviewed.", 40),
  reviewedWordCount: field(Schema.Int, "Words in the base texts of these keys.", 277),
  reviewedPercentage: field(Schema.Finite, "Share of the words in percent, 0 to 100.", 16.667),
  untranslatedKeyCount: field(Schema.Int, "Keys without a text, or with a disabled one.", 80),
  untranslatedWordCount: field(Schema.Int, "Words in the base texts of these keys.", 553),
  untranslatedPercentage: field(Schema.Finite, "Share of the words in percent, 0 to 100.", 33.333),
  translationsUpdatedAt: field(
    Schema.NullOr(Schema.Int),
    "Last change of a text in the language, in epoch milliseconds; null: never.",
    1_767_225_600_000
  ),
  activeSuggestionCount: field(
    Schema.Int,
    "Number of suggestions that wait for a decision, without keys in the trash. Not in Tolgee's API.",
    3
  ),
  qaIssueCount: field(Schema.Int, "Number of open issues of quality checks.", 12),
  qaChecksStaleCount: field(Schema.Int, "Number of texts that are to be checked again.", 0),
  labels: field(
    Schema.Array(
      Schema.Struct({
        id: field(Schema.Int, "Id of the label.", 14),
        name: field(Schema.String, "Name of the label.", "Legal"),
        color: field(Schema.String, "Colour as `#RRGGBB`.", "#AA00FF"),
        translationCount: field(Schema.Int, "Number of translations with the label.", 31)
      })
    ),
    "Labels that translations of the language have, by name. Only Dragoman has this field.",
    [{ id: 14, name: "Legal", color: "#AA00FF", translationCount: 31 }]
  )
})
export type LanguageStatsModel = typeof LanguageStatsModel.Type

export const ProjectStatsModel = Schema.Struct({
  projectId: field(Schema.Int, "Id of the project.", 7),
  languageCount: field(Schema.Int, "Number of languages.", 2),
  keyCount: field(Schema.Int, "Number of keys, without those in the trash.", 240),
  taskCount: field(Schema.Int, "Number of open tasks.", 3),
  baseWordsCount: field(Schema.Int, "Words of the base texts; of a plural those of its form `other`.", 1660),
  translatedPercentage: field(
    Schema.Finite,
    "Share of the words that are translated and not reviewed, in percent, over all languages but the base language.",
    50
  ),
  reviewedPercentage: field(
    Schema.Finite,
    "Share of the words that are reviewed, in percent, over all languages but the base language.",
    16.667
  ),
  membersCount: field(Schema.Int, "Number of users with access; 0 for callers without `members.view`.", 4),
  tagCount: field(Schema.Int, "Number of tags.", 12),
  activeSuggestionCount: field(
    Schema.Int,
    "Number of suggestions that wait for a decision in all languages, without keys in the trash. Not in Tolgee's API.",
    3
  ),
  qaIssueCount: field(Schema.Int, "Number of open issues of quality checks in all languages.", 12),
  qaChecksStaleCount: field(Schema.Int, "Number of texts that are to be checked again.", 0),
  languageStats: field(Schema.Array(LanguageStatsModel), "Statistics of each language.")
})
export type ProjectStatsModel = typeof ProjectStatsModel.Type
