import { Schema } from "effect"
import { field } from "../field.ts"
import { listOf } from "../page/page-model.ts"

const languageDescription = "Id of the language; null: all languages without settings of their own."
const memoryDescription =
  "Whether exact matches of the translation memory fill the text when the base text of its key is written."
const machineDescription =
  "Whether the primary service of machine translation fills texts that the memory does not have."
const importDescription = "Whether base texts that an import writes count, too."

export const AutoTranslationSettingsModel = Schema.Struct({
  languageId: field(Schema.NullOr(Schema.Int), languageDescription, 12),
  usingTranslationMemory: field(Schema.Boolean, memoryDescription, true),
  usingMachineTranslation: field(Schema.Boolean, machineDescription, false),
  enableForImport: field(Schema.Boolean, importDescription, false)
})

export const AutoTranslationSettingsListModel = listOf("configs", AutoTranslationSettingsModel)

const Flag = Schema.optional(Schema.NullOr(Schema.Boolean))

export const AutoTranslationSettingsBody = Schema.Struct({
  languageId: field(Schema.optional(Schema.NullOr(Schema.Int)), languageDescription, 12),
  usingTranslationMemory: field(Flag, `${memoryDescription} Absent: false.`, true),
  usingMachineTranslation: field(
    Flag,
    `${machineDescription} Absent: false. True is rejected while the server has no service.`,
    false
  ),
  enableForImport: field(Flag, `${importDescription} Absent: false.`, false)
})
export type AutoTranslationSettingsBody = typeof AutoTranslationSettingsBody.Type
