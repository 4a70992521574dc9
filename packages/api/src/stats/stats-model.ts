import { Schema } from "effect"

/** Words are counted in the base texts. */
export const LanguageStatsModel = Schema.Struct({
  languageId: Schema.Int,
  languageTag: Schema.String,
  languageName: Schema.String,
  languageOriginalName: Schema.NullOr(Schema.String),
  languageFlagEmoji: Schema.NullOr(Schema.String),
  translatedKeyCount: Schema.Int,
  translatedWordCount: Schema.Int,
  translatedPercentage: Schema.Finite,
  reviewedKeyCount: Schema.Int,
  reviewedWordCount: Schema.Int,
  reviewedPercentage: Schema.Finite,
  untranslatedKeyCount: Schema.Int,
  untranslatedWordCount: Schema.Int,
  untranslatedPercentage: Schema.Finite,
  /** Epoch milliseconds; null: no text was ever written. */
  translationsUpdatedAt: Schema.NullOr(Schema.Int)
})
export type LanguageStatsModel = typeof LanguageStatsModel.Type

export const ProjectStatsModel = Schema.Struct({
  projectId: Schema.Int,
  languageCount: Schema.Int,
  keyCount: Schema.Int,
  /** 0: the server has no tasks. */
  taskCount: Schema.Int,
  baseWordsCount: Schema.Int,
  translatedPercentage: Schema.Finite,
  reviewedPercentage: Schema.Finite,
  /** 0 for callers without `members.view`. */
  membersCount: Schema.Int,
  tagCount: Schema.Int,
  languageStats: Schema.Array(LanguageStatsModel)
})
export type ProjectStatsModel = typeof ProjectStatsModel.Type
