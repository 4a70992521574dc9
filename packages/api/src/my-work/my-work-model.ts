import { Schema } from "effect"
import { field } from "../field.ts"

const count = (description: string, example: number) => field(Schema.Int, description, example)

export const MyLanguageWorkModel = Schema.Struct({
  languageId: field(Schema.Int, "Id of the language.", 102),
  languageTag: field(Schema.String, "Tag of the language.", "cs"),
  mayTranslate: field(Schema.Boolean, "Whether the caller may write its texts.", true),
  mayReview: field(Schema.Boolean, "Whether the caller may change the states of its texts.", false),
  translatedKeyCount: count("Number of keys whose text is translated and not reviewed.", 310),
  reviewedKeyCount: count("Number of keys whose text is reviewed.", 40),
  untranslatedKeyCount: count("Number of keys without a text that are not disabled in the language.", 12),
  outdatedKeyCount: count("Number of keys whose base text changed after their text.", 3),
  suggestedKeyCount: count("Number of keys with suggestions that the caller may decide about; otherwise 0.", 2)
})
export type MyLanguageWorkModel = typeof MyLanguageWorkModel.Type

export const MyWorkModel = Schema.Struct({
  projectId: field(Schema.Int, "Id of the project.", 7),
  projectName: field(Schema.String, "Name of the project.", "Harbour booking"),
  organizationName: field(Schema.String, "Name of its organization.", "Harbour"),
  baseLanguageTag: field(Schema.NullOr(Schema.String), "Tag of the base language; null: none.", "en"),
  keyCount: count("Number of keys on the default branch.", 362),
  isReviewing: field(
    Schema.Boolean,
    "Whether texts of the project are reviewed: some of these languages have reviewed texts, reviewed texts are protected, or the caller's permission type is REVIEW.",
    true
  ),
  languages: field(
    Schema.Array(MyLanguageWorkModel),
    "Languages that the caller may translate or review. The base language only if the caller's permission names it."
  ),
  failingWebhookCount: count(
    "Number of webhooks that fail, or were disabled after failures; 0 without `webhooks.manage`.",
    0
  ),
  failedJobCount: count("Number of batch jobs that failed in the last 7 days; 0 without `batch-jobs.view`.", 0),
  overdueTaskCount: count("Number of open tasks after their due date; 0 without `tasks.edit`.", 1)
})
export type MyWorkModel = typeof MyWorkModel.Type
