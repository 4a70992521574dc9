import { translationServices } from "@dragoman/domain/machine-translation"
import { automaticSources, dryRunKeysMax, untouchedReasons } from "@dragoman/domain/memory"
import { Schema } from "effect"
import { field } from "../field.ts"
import { listOf } from "../page/page-model.ts"

const languageDescription = "Id of the language; null: all languages without settings of their own."
const memoryDescription =
  "Whether matches of the translation memory fill the text when the base text of its key is written."
const machineDescription =
  "Whether the primary service of machine translation fills texts that the memory does not have."
const importDescription = "Whether base texts that an import writes count, too."
const similarityDescription =
  "Lowest similarity of a match that fills a text, in percent from 50 to 100, after penalties. 100: only translations of exactly the base text. Not a field of Tolgee."
const labelDescription = "Id of the label that filled texts get; null: none. Not a field of Tolgee."
const baseChangeDescription =
  "Whether automatic texts are translated again when the base text of their key changes; false: they stay, marked as outdated. Not a field of Tolgee."

export const AutoTranslationSettingsModel = Schema.Struct({
  languageId: field(Schema.NullOr(Schema.Int), languageDescription, 12),
  usingTranslationMemory: field(Schema.Boolean, memoryDescription, true),
  usingMachineTranslation: field(Schema.Boolean, machineDescription, false),
  enableForImport: field(Schema.Boolean, importDescription, false),
  memoryMinSimilarity: field(Schema.Int, similarityDescription, 95),
  labelId: field(Schema.NullOr(Schema.Int), labelDescription, 14),
  onBaseChange: field(Schema.Boolean, baseChangeDescription, true)
})

export const AutoTranslationSettingsListModel = listOf("configs", AutoTranslationSettingsModel)

const OptionalInt = Schema.optional(Schema.NullOr(Schema.Int))
const Flag = Schema.optional(Schema.NullOr(Schema.Boolean))

export const AutoTranslationSettingsBody = Schema.Struct({
  languageId: field(Schema.optional(Schema.NullOr(Schema.Int)), languageDescription, 12),
  usingTranslationMemory: field(Flag, `${memoryDescription} Absent: false.`, true),
  usingMachineTranslation: field(
    Flag,
    `${machineDescription} Absent: false. True is rejected while the server has no service.`,
    false
  ),
  enableForImport: field(Flag, `${importDescription} Absent: false.`, false),
  memoryMinSimilarity: field(OptionalInt, `${similarityDescription} Absent: 100.`, 95),
  labelId: field(OptionalInt, labelDescription, 14),
  onBaseChange: field(Flag, `${baseChangeDescription} Absent: true.`, true)
})
export type AutoTranslationSettingsBody = typeof AutoTranslationSettingsBody.Type

const Ids = Schema.optional(Schema.NullOr(Schema.Array(Schema.Int)))

export const AutoTranslationDryRunBody = Schema.Struct({
  keyIds: field(
    Ids,
    `Ids of the keys, at most ${dryRunKeysMax}; null or absent: the first ${dryRunKeysMax} keys that have an empty text in any of the languages.`,
    [4021, 4022]
  ),
  languageIds: field(
    Ids,
    "Ids of the languages; the base language is left out. Null or absent: all that the caller may translate.",
    [102]
  )
})
export type AutoTranslationDryRunBody = typeof AutoTranslationDryRunBody.Type

/** Report of what the rules of automatic translation would do. */
export const AutoTranslationDryRunModel = Schema.Struct({
  keys: field(Schema.Int, "Number of keys that the report covers.", 240),
  hasMoreKeys: field(Schema.Boolean, "Whether more keys have an empty text than the report covers.", false),
  cost: field(Schema.Number, "Estimated cost, in the currency of the operator.", 0.96),
  exceedsBudget: field(
    Schema.Boolean,
    "Whether a budget leaves less than the cost: then machines do not translate all of the texts.",
    false
  ),
  languages: field(
    Schema.Array(
      Schema.Struct({
        languageId: field(Schema.Int, "Id of the language.", 102),
        languageTag: field(Schema.String, "Tag of the language.", "de"),
        usingTranslationMemory: field(Schema.Boolean, "Whether the rule of the language uses the memory.", true),
        usingMachineTranslation: field(Schema.Boolean, "Whether the rule of the language uses a machine.", true),
        memoryMinSimilarity: field(Schema.Int, "Lowest similarity of a match that fills a text, in percent.", 95),
        labelId: field(Schema.NullOr(Schema.Int), labelDescription, 14),
        service: field(
          Schema.NullOr(Schema.Literals(translationServices)),
          "Service that would translate; null: none is chosen, or the rule uses no machine."
        ),
        fromMemory: field(Schema.Int, "Texts that the memory would fill.", 120),
        byMachine: field(Schema.Int, "Texts that the service would translate.", 80),
        untouched: field(Schema.Int, "Texts that would stay as they are.", 40),
        characters: field(Schema.Int, "Characters that an engine would get.", 4_800),
        tokens: field(Schema.Int, "Tokens that a language model would read and write, about.", 0),
        cost: field(Schema.Number, "Estimated cost, in the currency of the operator.", 0.96)
      })
    ),
    "The report of each language."
  ),
  texts: field(
    Schema.Array(
      Schema.Struct({
        keyId: field(Schema.Int, "Id of the key.", 4021),
        keyName: field(Schema.String, "Name of the key.", "cart.title"),
        keyNamespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
        languageId: field(Schema.Int, "Id of the language.", 102),
        languageTag: field(Schema.String, "Tag of the language.", "de"),
        source: field(Schema.Literals(automaticSources), "Source of the text; NONE: it stays as it is.", "MEMORY"),
        similarity: field(
          Schema.NullOr(Schema.Int),
          "Similarity of the match that fills the text, in percent after penalties; null: no match does.",
          96
        ),
        reason: field(
          Schema.NullOr(Schema.Literals(untouchedReasons)),
          "Why the text stays as it is: the language has no rule, the key has no base text, the translation is disabled, it has a text that is not replaced, the memory has no match, or only damaged ones, or no service translates into the language; null: it is filled."
        )
      })
    ),
    "The first 1,000 texts, by key and language."
  )
})
export type AutoTranslationDryRunModel = typeof AutoTranslationDryRunModel.Type
