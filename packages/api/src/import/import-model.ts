import { conflictTypes, importIssueParamTypes, importIssueTypes } from "@dragoman/domain/import"
import { Schema } from "effect"
import { pageOf } from "../page/page-model.ts"

/** Source: specification 2.7. `line`, `column` (both from 1) and `message` are our additions; null: the format has none. */
export const ImportFileIssueModel = Schema.Struct({
  id: Schema.Int,
  type: Schema.Literals(importIssueTypes),
  params: Schema.Array(
    Schema.Struct({ type: Schema.Literals(importIssueParamTypes), value: Schema.NullOr(Schema.String) })
  ),
  line: Schema.NullOr(Schema.Int),
  column: Schema.NullOr(Schema.Int),
  message: Schema.String
})
export type ImportFileIssueModel = typeof ImportFileIssueModel.Type

/** One language of one file. Source: reference "import-and-formats" 2.3. */
export const ImportLanguageModel = Schema.Struct({
  id: Schema.Int,
  /** As found in the file, or guessed from its name. */
  name: Schema.String,
  existingLanguageId: Schema.NullOr(Schema.Int),
  existingLanguageTag: Schema.NullOr(Schema.String),
  /** Deprecated copy of the tag. */
  existingLanguageAbbreviation: Schema.NullOr(Schema.String),
  existingLanguageName: Schema.NullOr(Schema.String),
  importFileName: Schema.String,
  importFileId: Schema.Int,
  /** Of the whole file. */
  importFileIssueCount: Schema.Int,
  namespace: Schema.NullOr(Schema.String),
  totalCount: Schema.Int,
  conflictCount: Schema.Int,
  resolvedCount: Schema.Int
})
export type ImportLanguageModel = typeof ImportLanguageModel.Type

/** Source: reference "import-and-formats" 2.4. */
export const ImportTranslationModel = Schema.Struct({
  id: Schema.Int,
  text: Schema.NullOr(Schema.String),
  keyName: Schema.String,
  /** Of the key in the import. */
  keyId: Schema.Int,
  keyDescription: Schema.NullOr(Schema.String),
  conflictId: Schema.NullOr(Schema.Int),
  conflictText: Schema.NullOr(Schema.String),
  conflictType: Schema.NullOr(Schema.Literals(conflictTypes)),
  isOverridable: Schema.Boolean,
  override: Schema.Boolean,
  resolved: Schema.Boolean,
  isPlural: Schema.Boolean,
  existingKeyIsPlural: Schema.Boolean
})
export type ImportTranslationModel = typeof ImportTranslationModel.Type

const MessageModel = Schema.Struct({ code: Schema.String, params: Schema.NullOr(Schema.Array(Schema.Json)) })

/** How the texts of a file were understood; our addition. */
const DetectedFormatModel = Schema.Struct({
  importFileId: Schema.Int,
  fileName: Schema.String,
  format: Schema.String,
  reason: Schema.String
})

/** Something that was left out or understood in another way than a person may expect; our addition. */
const NoticeModel = Schema.Struct({
  /** null: the file was left out; then it has no lines either. */
  importFileId: Schema.NullOr(Schema.Int),
  fileName: Schema.String,
  /** null: it concerns a part of the file rather than a key; so the next. */
  keyName: Schema.NullOr(Schema.String),
  languageName: Schema.NullOr(Schema.String),
  line: Schema.NullOr(Schema.Int),
  column: Schema.NullOr(Schema.Int),
  message: Schema.String
})

/** Source: reference "import-and-formats" 2.2. */
export const ImportAddFilesModel = Schema.Struct({
  /** `cannot_parse_file` with file name and message, one for each file that could not be read. */
  errors: Schema.Array(MessageModel),
  warnings: Schema.Array(MessageModel),
  /** The first 100 languages; null: nothing was found, and nothing is kept. */
  result: Schema.NullOr(pageOf("languages", ImportLanguageModel)),
  formats: Schema.Array(DetectedFormatModel),
  /** The first 100 of this upload; they are not kept. */
  notices: Schema.Array(NoticeModel),
  noticeCount: Schema.Int
})
export type ImportAddFilesModel = typeof ImportAddFilesModel.Type

/** Null and blank: the default namespace. */
export const ImportNamespaceBody = Schema.Struct({ namespace: Schema.optional(Schema.NullOr(Schema.String)) })
export type ImportNamespaceBody = typeof ImportNamespaceBody.Type

/** Source: reference "import-and-formats" 2.5. `id` null: the project does not have it yet. */
export const ImportNamespacesModel = Schema.Struct({
  _embedded: Schema.Struct({
    namespaces: Schema.Array(Schema.Struct({ id: Schema.NullOr(Schema.Int), name: Schema.String }))
  })
})

/** Of one user in one project. Source: reference "import-and-formats" 2.7. */
export const ImportSettingsModel = Schema.Struct({
  overrideKeyDescriptions: Schema.Boolean,
  createNewKeys: Schema.Boolean,
  /** Our addition: whether empty values of files erase texts. */
  importEmptyValues: Schema.Boolean
})
export type ImportSettingsModel = typeof ImportSettingsModel.Type

/** The whole of the settings; clients that do not know `importEmptyValues` leave it out, which is false. */
export const ImportSettingsBody = Schema.Struct({
  overrideKeyDescriptions: Schema.Boolean,
  createNewKeys: Schema.Boolean,
  importEmptyValues: Schema.optional(Schema.Boolean)
})
export type ImportSettingsBody = typeof ImportSettingsBody.Type
