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
