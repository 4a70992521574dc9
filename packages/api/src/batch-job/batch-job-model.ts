import { batchJobStatuses } from "@dragoman/domain/batch-job"
import { translationServices } from "@dragoman/domain/machine-translation"
import { replacementDamages, translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { field } from "../field.ts"
import { PromptBody } from "../prompt/prompt-model.ts"
import { SimpleUserModel } from "../user/user-model.ts"

/** Times are epoch milliseconds. */
export const BatchJobModel = Schema.Struct({
  id: field(Schema.Int, "Id of the batch job.", 17),
  status: field(
    Schema.Literals(batchJobStatuses),
    "State of the job. PENDING: it waits for jobs that were started earlier."
  ),
  type: field(Schema.String, "Type of the job.", "TAG_KEYS"),
  progress: field(Schema.Int, "Number of keys that are done.", 4000),
  totalItems: field(Schema.Int, "Number of keys of the job.", 100_000),
  author: field(Schema.NullOr(SimpleUserModel), "The user who started the job."),
  createdAt: field(Schema.Int, "Time of the start request in epoch milliseconds.", 1_767_225_600_000),
  updatedAt: field(Schema.Int, "Last progress in epoch milliseconds.", 1_767_225_600_420),
  activityRevisionId: field(
    Schema.NullOr(Schema.Int),
    "Id of the activity revision with all changes; null: the job has not ended, or changed nothing."
  ),
  errorMessage: field(Schema.NullOr(Schema.String), "Error code of a failed job; null: none."),
  cost: field(
    Schema.NullOr(Schema.Number),
    "Cost of machine translation so far, in the currency of the operator; null: the job asks no machine.",
    0.96
  )
})
export type BatchJobModel = typeof BatchJobModel.Type

const Ids = Schema.optional(Schema.NullOr(Schema.Array(Schema.Int)))

const keys = { keyIds: field(Ids, "Ids of the keys, each once; required.", [4021, 4022]) }

export const KeysStartBody = Schema.Struct(keys)

export const StateStartBody = Schema.Struct({
  ...keys,
  languageIds: field(Ids, "Ids of the languages; required.", [102]),
  state: field(
    Schema.optional(Schema.NullOr(Schema.Literals(translationStates))),
    "State to set; UNTRANSLATED and DISABLED remove the texts. Required.",
    "REVIEWED"
  )
})

export const ClearStartBody = Schema.Struct({
  ...keys,
  languageIds: field(Ids, "Ids of the languages whose texts are removed; required.", [102])
})

export const CheckStartBody = Schema.Struct({
  ...keys,
  languageIds: field(Ids, "Ids of the languages whose texts are checked; null or absent: all languages.", [102])
})

export const CopyStartBody = Schema.Struct({
  ...keys,
  sourceLanguageId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the language whose texts are copied; required.",
    101
  ),
  targetLanguageIds: field(Ids, "Ids of the languages whose texts are replaced; required.", [102])
})

const optionalText = Schema.optional(Schema.NullOr(Schema.String))
const optionalFlag = Schema.optional(Schema.NullOr(Schema.Boolean))

export const FindAndReplaceBody = Schema.Struct({
  languageIds: field(Ids, "Ids of the languages whose texts are searched; required.", [101, 102]),
  search: field(optionalText, "Text to find, 1 to 500 characters; it is no pattern. Required.", "berth"),
  replacement: field(optionalText, "Text to put in its place, 0 to 500 characters. Required.", "mooring"),
  matchCase: field(optionalFlag, "Whether letters are found only in the same case; null or absent: false.", false),
  wholeWord: field(
    optionalFlag,
    "Whether the text is found only where no letter, digit, mark or underscore continues it; null or absent: false.",
    true
  )
})
export type FindAndReplaceBody = typeof FindAndReplaceBody.Type

export const ReplaceStartBody = Schema.Struct({
  ...keys,
  ...FindAndReplaceBody.fields,
  exceptTexts: field(
    Schema.optional(
      Schema.NullOr(
        Schema.Array(
          Schema.Struct({
            keyId: field(Schema.Int, "Id of the key.", 4021),
            languageId: field(Schema.Int, "Id of the language.", 102)
          })
        )
      )
    ),
    "Texts that stay, up to 1,000; null or absent: none."
  ),
  revisionId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "`revisionId` of the preview: texts that were changed later stay. Required.",
    5120
  )
})

const stateField = Schema.Literals(translationStates)

/** Preview of a find and replace. */
export const FindAndReplaceModel = Schema.Struct({
  revisionId: field(Schema.Int, "Id of the newest activity revision that the preview has seen; 0: none.", 5120),
  texts: field(Schema.Int, "Texts in which something was found.", 240),
  reviewedTexts: field(Schema.Int, "Those that are reviewed.", 12),
  damagedTexts: field(Schema.Int, "Those with `damage`; they are replaced.", 1),
  failingTexts: field(Schema.Int, "Those with a `failure`; they stay.", 0),
  keyIds: field(Schema.Array(Schema.Int), "Ids of the keys of these texts.", [4021]),
  matches: field(
    Schema.Array(
      Schema.Struct({
        keyId: field(Schema.Int, "Id of the key.", 4021),
        keyName: field(Schema.String, "Name of the key.", "cart.title"),
        keyNamespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
        languageId: field(Schema.Int, "Id of the language.", 102),
        languageTag: field(Schema.String, "Tag of the language.", "en"),
        before: field(Schema.String, "The text of now.", "Book a berth"),
        after: field(Schema.NullOr(Schema.String), "The text afterwards; null: none is left.", "Book a mooring"),
        stateBefore: field(stateField, "State of now.", "REVIEWED"),
        stateAfter: field(stateField, "State afterwards.", "TRANSLATED"),
        damage: field(
          Schema.Array(Schema.Literals(replacementDamages)),
          "Types of the checks that only the new text fails: ICU syntax, tags or placeholders that differ from the text of now, more characters than the key may have."
        ),
        failure: field(Schema.NullOr(Schema.String), "Error code for which the text stays; null: it is replaced.")
      })
    ),
    "The first 100 of them, by key and language."
  )
})
export type FindAndReplaceModel = typeof FindAndReplaceModel.Type

export const PreTranslateStartBody = Schema.Struct({
  ...keys,
  targetLanguageIds: field(Ids, "Ids of the languages whose empty texts are filled; required.", [102])
})

export const MachineTranslateStartBody = Schema.Struct({
  ...keys,
  targetLanguageIds: field(Ids, "Ids of the languages to translate into; required.", [102]),
  onlyEmpty: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether texts of people stay. Absent: they stay in languages in which the caller may not change states.",
    true
  ),
  overwriteReviewed: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether reviewed texts are replaced, too; requires `translations.state-edit`. Absent: false.",
    false
  )
})

const consumed = {
  texts: field(Schema.Int, "Texts that a service would be asked for; without those whose translation is kept.", 1200),
  skipped: field(
    Schema.Int,
    "Texts that stay, that have no base text or no service, or whose translation is kept.",
    300
  ),
  characters: field(Schema.Int, "Characters that engines would get.", 48_000),
  tokens: field(Schema.Int, "Tokens that language models would read and write, about.", 0),
  cost: field(Schema.Number, "Estimated cost, in the currency of the operator.", 0.96)
}

/**
 * Estimate of a job that translates by machine. Counts up to 500 texts of a language, 50 of a language model, and scales the figures
 * of more.
 */
export const MachineEstimateModel = Schema.Struct({
  ...consumed,
  languages: field(
    Schema.Array(
      Schema.Struct({
        languageId: field(Schema.Int, "Id of the language.", 102),
        languageTag: field(Schema.String, "Tag of the language.", "de"),
        service: field(
          Schema.NullOr(Schema.Literals(translationServices)),
          "Service that would translate; null: none is chosen."
        ),
        ...consumed
      })
    ),
    "The same for each language of the request."
  )
})
export type MachineEstimateModel = typeof MachineEstimateModel.Type

const { name: _, ...promptFields } = PromptBody.fields

export const PlaygroundStartBody = Schema.Struct({
  ...keys,
  targetLanguageIds: field(Ids, "Ids of the languages to translate into; required.", [102]),
  llmPrompt: field(
    Schema.optional(Schema.NullOr(Schema.Struct(promptFields))),
    "The prompt to try; null or absent: the default one."
  )
})

export const PlaygroundResultsBody = Schema.Struct({
  keys: field(Ids, "Ids of the keys.", [4021]),
  languages: field(Ids, "Ids of the languages.", [102])
})
export type PlaygroundResultsBody = typeof PlaygroundResultsBody.Type

/** A text that the latest playground job of the caller translated. */
export const PlaygroundResultModel = Schema.Struct({
  keyId: field(Schema.Int, "Id of the key.", 4021),
  languageId: field(Schema.Int, "Id of the language.", 102),
  translation: field(Schema.String, "The verified translation, which is not written.", "Warenkorb"),
  contextDescription: field(
    Schema.NullOr(Schema.String),
    "The model's understanding of the context; null: it says nothing."
  )
})

/** A text that a machine could not translate. */
export const FailedTextModel = Schema.Struct({
  keyId: field(Schema.Int, "Id of the key.", 4021),
  keyName: field(Schema.String, "Name of the key.", "cart.title"),
  keyNamespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
  languageId: field(Schema.Int, "Id of the language.", 102),
  languageTag: field(Schema.String, "Tag of the language.", "de"),
  code: field(Schema.String, "Error code.", "translation_failed"),
  detail: field(Schema.NullOr(Schema.String), "The reason in a sentence; null: the code says it.")
})

export const NamespaceStartBody = Schema.Struct({
  ...keys,
  namespace: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Namespace for the keys; null or empty: the default namespace.",
    "web"
  )
})

export const LabelsStartBody = Schema.Struct({
  ...keys,
  languageIds: field(Ids, "Ids of the languages whose translations are changed; required.", [102]),
  labelIds: field(Ids, "Ids of the labels; required.", [14])
})

export const TagsStartBody = Schema.Struct({
  ...keys,
  tags: field(
    Schema.optional(Schema.NullOr(Schema.Array(Schema.String))),
    "Names of the tags; required. Missing ones are created when they are added.",
    ["release-2"]
  )
})
