import { conflictTypes, importIssueParamTypes, importIssueTypes } from "@dragoman/domain/import"
import { Schema } from "effect"
import { pageOf } from "../page/page-model.ts"
import { ExcerptModel } from "./import-report-model.ts"

/**
 * `line` and `column` start at 1; null: the issue has no place. In a workbook they are the row and the column of a cell. They,
 * `message` and `excerpt` are not in Tolgee's API.
 */
export const ImportFileIssueModel = Schema.Struct({
  id: Schema.Int,
  type: Schema.Literals(importIssueTypes),
  params: Schema.Array(
    Schema.Struct({ type: Schema.Literals(importIssueParamTypes), value: Schema.NullOr(Schema.String) })
  ),
  line: Schema.NullOr(Schema.Int),
  column: Schema.NullOr(Schema.Int),
  message: Schema.String,
  excerpt: Schema.NullOr(ExcerptModel)
})
export type ImportFileIssueModel = typeof ImportFileIssueModel.Type

/** One language of one file. */
export const ImportLanguageModel = Schema.Struct({
  id: Schema.Int,
  /** As found in the file, or guessed from its name. */
  name: Schema.String,
  existingLanguageId: Schema.NullOr(Schema.Int),
  existingLanguageTag: Schema.NullOr(Schema.String),
  /** Deprecated copy of `existingLanguageTag`. */
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

/** The format detected for a file. Not in Tolgee's API. */
const DetectedFormatModel = Schema.Struct({
  importFileId: Schema.Int,
  fileName: Schema.String,
  format: Schema.String,
  reason: Schema.String
})

/** A warning about something that was left out or read in an unexpected way. Not in Tolgee's API. */
const NoticeModel = Schema.Struct({
  /** null: the file was left out; `line` and `column` are null as well. */
  importFileId: Schema.NullOr(Schema.Int),
  fileName: Schema.String,
  /** null, here and below: the warning concerns a part of the file instead of a key. */
  keyName: Schema.NullOr(Schema.String),
  languageName: Schema.NullOr(Schema.String),
  line: Schema.NullOr(Schema.Int),
  column: Schema.NullOr(Schema.Int),
  message: Schema.String
})

export const ImportAddFilesModel = Schema.Struct({
  /** `cannot_parse_file` with file name and message, for each unreadable file. */
  errors: Schema.Array(MessageModel),
  warnings: Schema.Array(MessageModel),
  /** The first 100 languages; null: nothing was found, and nothing is stored. */
  result: Schema.NullOr(pageOf("languages", ImportLanguageModel)),
  formats: Schema.Array(DetectedFormatModel),
  /** The first 100 of this upload; they are not stored. */
  notices: Schema.Array(NoticeModel),
  noticeCount: Schema.Int
})
export type ImportAddFilesModel = typeof ImportAddFilesModel.Type

/** Null and blank: the default namespace. */
export const ImportNamespaceBody = Schema.Struct({ namespace: Schema.optional(Schema.NullOr(Schema.String)) })
export type ImportNamespaceBody = typeof ImportNamespaceBody.Type

/** `id` null: the project does not have it yet. */
export const ImportNamespacesModel = Schema.Struct({
  _embedded: Schema.Struct({
    namespaces: Schema.Array(Schema.Struct({ id: Schema.NullOr(Schema.Int), name: Schema.String }))
  })
})

/** Of one user in one project. */
export const ImportSettingsModel = Schema.Struct({
  overrideKeyDescriptions: Schema.Boolean,
  createNewKeys: Schema.Boolean,
  /** Whether empty values of files clear texts. Not in Tolgee's API. */
  importEmptyValues: Schema.Boolean
})
export type ImportSettingsModel = typeof ImportSettingsModel.Type

/** Replaces all settings; clients of Tolgee's API omit `importEmptyValues`, which means false. */
export const ImportSettingsBody = Schema.Struct({
  overrideKeyDescriptions: Schema.Boolean,
  createNewKeys: Schema.Boolean,
  importEmptyValues: Schema.optional(Schema.Boolean)
})
export type ImportSettingsBody = typeof ImportSettingsBody.Type
