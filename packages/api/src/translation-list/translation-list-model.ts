import { taskTypes } from "@dragoman/domain/task"
import { translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { branchOfKey } from "../branch/branch-field.ts"
import { field } from "../field.ts"
import { LabelModel } from "../label/label-model.ts"
import { LanguageModel } from "../language/language-model.ts"
import { pageOf } from "../page/page-model.ts"
import { QualityIssueModel } from "../quality-check/quality-check-model.ts"
import { ScreenshotModel } from "../screenshot/screenshot-model.ts"
import { ListedSuggestionModel } from "../suggestion/suggestion-model.ts"

/** The translation of a key in a selected language; `id` and `text` are null if it does not exist. */
const ListedTranslationModel = Schema.Struct({
  id: field(Schema.NullOr(Schema.Int), "Id of the translation; null: there is none yet.", 90211),
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
  fromTranslationMemory: field(
    Schema.Boolean,
    "Whether the text is from a translation memory; only texts that were moved from Tolgee are."
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
  commentCount: field(Schema.Int, "Number of comments.", 2),
  unresolvedCommentCount: field(Schema.Int, "Number of comments that need a resolution.", 1),
  activeSuggestionCount: field(Schema.Int, "Number of suggestions that wait for a decision, also without a text.", 1),
  totalSuggestionCount: field(Schema.Int, "Number of suggestions in all states.", 4),
  suggestions: field(
    Schema.Array(ListedSuggestionModel),
    "The newest suggestions that wait for a decision, 3 at most, the newest first."
  ),
  labels: field(Schema.Array(LabelModel), "Labels of the translation, by name.", []),
  qaIssueCount: field(Schema.Int, "Number of open issues of quality checks; 0 where texts are not checked.", 1),
  qaChecksStale: field(
    Schema.Boolean,
    "Whether the issues are out of date: the text waits for a check in the background."
  ),
  qaIssues: field(
    Schema.optionalKey(Schema.NullOr(Schema.Array(QualityIssueModel))),
    "Issues of quality checks, those that are ignored as well, with `includeQaIssues`; null: none."
  )
})
export type ListedTranslationModel = typeof ListedTranslationModel.Type

const ListedKeyModel = Schema.Struct({
  keyId: field(Schema.Int, "Id of the key.", 4021),
  createdAt: field(Schema.Int, "Time of the creation in epoch milliseconds.", 1_767_225_600_000),
  keyName: field(Schema.String, "Name of the key.", "booking.title"),
  keyIsPlural: field(Schema.Boolean, "Whether the texts of the key are plurals."),
  keyPluralArgName: field(Schema.NullOr(Schema.String), "Argument that selects the plural form; null: no plural."),
  keyNamespaceId: field(Schema.NullOr(Schema.Int), "Id of the namespace; null: the default namespace."),
  keyNamespace: field(Schema.NullOr(Schema.String), "Name of the namespace; null: the default namespace."),
  keyDescription: field(
    Schema.NullOr(Schema.String),
    "Description of the key for translators; null: none.",
    "Heading of the first page"
  ),
  keyMaxCharLimit: field(
    Schema.NullOr(Schema.Int),
    "Longest text in characters, which editors enforce; null: no limit."
  ),
  keyTags: field(
    Schema.Array(
      Schema.Struct({
        id: field(Schema.Int, "Id of the tag.", 8),
        name: field(Schema.String, "Name of the tag.", "release-2")
      })
    ),
    "Tags of the key."
  ),
  screenshotCount: field(Schema.Int, "Number of screenshots, also for callers who may not see them.", 1),
  screenshots: field(
    Schema.NullOr(Schema.Array(ScreenshotModel)),
    "Screenshots of the key; null: the caller lacks `screenshots.view`."
  ),
  contextPresent: field(Schema.Boolean, "Whether the server knows keys that are shown near this one."),
  translations: field(
    Schema.Record(Schema.String, ListedTranslationModel),
    "Translations by language tag, one for every selected language.",
    {
      cs: {
        id: 90_211,
        text: "Rezervovat stání",
        state: "TRANSLATED",
        outdated: false,
        auto: false,
        fromTranslationMemory: false,
        mtProvider: null,
        qualityScore: null,
        qualityReason: null,
        commentCount: 2,
        unresolvedCommentCount: 1,
        activeSuggestionCount: 0,
        totalSuggestionCount: 3,
        suggestions: [],
        labels: [{ id: 14, name: "Legal", color: "#AA00FF", description: null }],
        qaIssueCount: 1,
        qaChecksStale: false
      }
    }
  ),
  tasks: field(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({
          number: field(Schema.Int, "Number of the task.", 3),
          languageId: field(Schema.Int, "Id of its language.", 102),
          languageTag: field(Schema.String, "Tag of its language.", "cs"),
          done: field(Schema.Boolean, "Whether the key is done in the task.", false),
          userAssigned: field(Schema.Boolean, "Whether the task is assigned to the caller.", true),
          type: field(Schema.Literals(taskTypes), "Whether texts are translated or reviewed.", "TRANSLATE")
        })
      )
    ),
    "Open tasks of the key in the selected languages: in each at most one that is assigned to the caller, and one other. Those to translate come first, then the newest. Null: none.",
    null
  ),
  branch: branchOfKey
})
export type ListedKeyModel = typeof ListedKeyModel.Type

export const TranslationListModel = Schema.Struct({
  ...pageOf("keys", ListedKeyModel).fields,
  selectedLanguages: field(Schema.Array(LanguageModel), "Languages of the translations in the list."),
  nextCursor: field(
    Schema.NullOr(Schema.String),
    "Value of `cursor` for the next page; null: this page is empty.",
    "eyJrZXlJZCI6NDAyMX0"
  )
})
export type TranslationListModel = typeof TranslationListModel.Type

export const SelectedKeysModel = Schema.Struct({
  ids: field(Schema.Array(Schema.Int), "Ids of all matching keys, in any order.", [4021, 4022])
})
export type SelectedKeysModel = typeof SelectedKeysModel.Type

/** Texts by language tag, nested by the names of their keys. */
export const TranslationMapModel = Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Json)).annotate({
  examples: [{ en: { booking: { title: "Book a berth" } }, cs: { booking: { title: "Rezervovat stání" } } }]
})
export type TranslationMapModel = typeof TranslationMapModel.Type
