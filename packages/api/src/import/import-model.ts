import {
  conflictTypes,
  importFormats,
  importIssueParamTypes,
  importIssueTypes,
  importNoticeType
} from "@dragoman/domain/import"
import { Schema } from "effect"
import { field } from "../field.ts"
import { pageOf } from "../page/page-model.ts"
import { ExcerptModel } from "./import-report-model.ts"

/**
 * `line` and `column` start at 1; null: the issue has no place. In a workbook they are the row and the column of a cell. They,
 * `message` and `excerpt` are not in Tolgee's API.
 */
export const ImportFileIssueModel = Schema.Struct({
  id: field(Schema.Int, "Id of the issue.", 77),
  type: field(
    Schema.Literals([...importIssueTypes, importNoticeType]),
    "Type of the issue, as docs/import.md explains it; `NOTICE`: a warning, only where the query asks for them."
  ),
  params: field(
    Schema.Array(
      Schema.Struct({
        type: field(Schema.Literals(importIssueParamTypes), "Kind of the value."),
        value: field(
          Schema.NullOr(Schema.String),
          "The value as text; a longer one than 255 characters is cut.",
          "terms"
        )
      })
    ),
    "Values of the issue, such as the name of the key."
  ),
  line: field(
    Schema.NullOr(Schema.Int),
    "Line, from 1, in a workbook the row; null: the issue has no place. Not in Tolgee's API.",
    12
  ),
  column: field(
    Schema.NullOr(Schema.Int),
    "Column, from 1, in a workbook that of the cell; null: the issue has no place. Not in Tolgee's API.",
    3
  ),
  message: field(
    Schema.String,
    "The issue in a sentence for people, in English. Not in Tolgee's API.",
    'The text of "terms" is longer than 10000 characters; it was skipped.'
  ),
  excerpt: field(
    Schema.NullOr(ExcerptModel),
    "The line of the issue; null: the issue has no place. Not in Tolgee's API."
  )
})
export type ImportFileIssueModel = typeof ImportFileIssueModel.Type

/** A page of the issues of a file, with the numbers of all of them. */
export const ImportFileIssuePage = Schema.Struct({
  ...pageOf("importFileIssues", ImportFileIssueModel).fields,
  typeCounts: field(
    Schema.optional(Schema.Record(Schema.String, Schema.Int)),
    "Number of the issues that match `search`, by type; only with `withNotices`. Not in Tolgee's API.",
    { VALUE_IS_EMPTY: 160 }
  )
})

/** One language of one file. */
export const ImportLanguageModel = Schema.Struct({
  id: field(Schema.Int, "Id of the language in the import.", 210),
  name: field(Schema.String, "Name of the language: from the file, or from the name of the file.", "cs"),
  existingLanguageId: field(
    Schema.NullOr(Schema.Int),
    "Id of the language of the project that gets the texts; null: none is selected.",
    102
  ),
  existingLanguageTag: field(Schema.NullOr(Schema.String), "Tag of that language; null: none is selected.", "cs"),
  existingLanguageAbbreviation: field(Schema.NullOr(Schema.String), "Deprecated copy of `existingLanguageTag`.", "cs"),
  existingLanguageName: field(Schema.NullOr(Schema.String), "Name of that language; null: none is selected.", "Czech"),
  importFileName: field(Schema.String, "Path of the file.", "cs.json"),
  importFileId: field(Schema.Int, "Id of the file in the import.", 44),
  importFileIssueCount: field(Schema.Int, "Number of issues in the whole file.", 0),
  importFileNoticeCount: field(Schema.Int, "Number of warnings about the whole file. Not in Tolgee's API.", 0),
  namespace: field(
    Schema.NullOr(Schema.String),
    "Namespace that the keys of the file get; null: the default namespace."
  ),
  totalCount: field(Schema.Int, "Number of texts.", 240),
  conflictCount: field(Schema.Int, "Number of texts that differ from those of the project.", 3),
  resolvedCount: field(Schema.Int, "Number of resolved conflicts.", 1)
})
export type ImportLanguageModel = typeof ImportLanguageModel.Type

export const ImportTranslationModel = Schema.Struct({
  id: field(Schema.Int, "Id of the translation in the import.", 3105),
  text: field(
    Schema.NullOr(Schema.String),
    "The imported text as ICU message; null: an empty value.",
    "Rezervovat stání"
  ),
  keyName: field(Schema.String, "Name of the key.", "booking.title"),
  keyId: field(Schema.Int, "Id of the key in the import, not in the project.", 2804),
  keyDescription: field(Schema.NullOr(Schema.String), "Description from the file; null: none."),
  conflictId: field(
    Schema.NullOr(Schema.Int),
    "Id of the translation of the project that differs; null: no conflict.",
    90211
  ),
  conflictText: field(
    Schema.NullOr(Schema.String),
    "Text of the project; null: no conflict, or the caller may not view the language.",
    "Zarezervovat stání"
  ),
  conflictType: field(
    Schema.NullOr(Schema.Literals(conflictTypes)),
    "Reason why the text of the project cannot be overridden; null: it can be, or there is no conflict."
  ),
  isOverridable: field(Schema.Boolean, "Whether the conflict can be resolved with the imported text.", true),
  override: field(Schema.Boolean, "Whether the conflict was resolved with the imported text."),
  resolved: field(Schema.Boolean, "Whether the conflict is resolved."),
  isPlural: field(Schema.Boolean, "Whether the imported text is a plural."),
  existingKeyIsPlural: field(Schema.Boolean, "Whether the key of the project has plurals.")
})
export type ImportTranslationModel = typeof ImportTranslationModel.Type

const MessageModel = Schema.Struct({
  code: field(Schema.String, "Code of the error or warning.", "cannot_parse_file"),
  params: field(Schema.NullOr(Schema.Array(Schema.Json)), "Its values; null: none.", [
    "cs.json",
    "Unexpected end of the file"
  ])
})

export const FileFormatMapping = Schema.Struct({
  fileName: field(Schema.String, "Path of the file with its folders, also inside of an archive.", "web/cs.json"),
  format: field(
    Schema.optional(Schema.NullOr(Schema.Literals(importFormats))),
    "Format of the file; absent: detected.",
    "JSON_ICU"
  )
})

/** The part `params` of an upload, as JSON. Not in Tolgee's API. */
export const ImportAddFilesParams = Schema.Struct({
  fileMappings: field(
    Schema.optional(Schema.NullOr(Schema.Array(FileFormatMapping))),
    "Formats of files; absent: the server detects them."
  )
})
export type ImportAddFilesParams = typeof ImportAddFilesParams.Type

/** The format detected for a file. Not in Tolgee's API. */
const DetectedFormatModel = Schema.Struct({
  importFileId: field(Schema.Int, "Id of the file in the import.", 44),
  fileName: field(Schema.String, "Path of the file.", "cs.json"),
  format: field(Schema.String, "Format of the file.", "JSON_ICU"),
  reason: field(
    Schema.String,
    "Origin of the format: `requested`, `flags` of a PO file, `score` of the placeholders, or `fallback` when the texts show none.",
    "score"
  )
})

/** A warning about something that was left out or read in an unexpected way. Not in Tolgee's API. */
const NoticeModel = Schema.Struct({
  importFileId: field(Schema.NullOr(Schema.Int), "Id of the file; null: the file was left out.", 44),
  fileName: field(Schema.String, "Path of the file.", "cs.json"),
  keyName: field(
    Schema.NullOr(Schema.String),
    "Name of the key; null: the warning concerns a part of the file.",
    "terms"
  ),
  languageName: field(
    Schema.NullOr(Schema.String),
    "Language as the file names it; null: the warning concerns a part of the file.",
    "cs"
  ),
  line: field(Schema.NullOr(Schema.Int), "Line, from 1, in a workbook the row; null: unknown.", 12),
  column: field(Schema.NullOr(Schema.Int), "Column, from 1, in a workbook that of the cell; null: unknown.", 3),
  message: field(
    Schema.String,
    "The warning in a sentence for people, in English.",
    "The plural has no form other: it was kept as plain text."
  )
})

export const ImportAddFilesModel = Schema.Struct({
  errors: field(Schema.Array(MessageModel), "Files that could not be read: `cannot_parse_file` with name and reason."),
  warnings: field(
    Schema.Array(MessageModel),
    "Warnings with a code, such as `namespace_cannot_be_used_when_feature_is_disabled`."
  ),
  result: field(
    Schema.NullOr(pageOf("languages", ImportLanguageModel)),
    "The first 100 languages of the whole import; null: the files contained nothing, and nothing is stored."
  ),
  formats: field(Schema.Array(DetectedFormatModel), "Format of each file of this upload. Not in Tolgee's API."),
  notices: field(
    Schema.Array(NoticeModel),
    "Warnings in sentences: the first 100 of this upload. Those about a file are among its issues, where the query asks for them. Not in Tolgee's API."
  ),
  noticeCount: field(Schema.Int, "Number of all these warnings. Not in Tolgee's API.", 1)
})
export type ImportAddFilesModel = typeof ImportAddFilesModel.Type

/** Null and blank mean the default namespace. */
export const ImportNamespaceBody = Schema.Struct({
  namespace: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Namespace for the keys of the file; null or blank: the default namespace.",
    "web"
  )
})
export type ImportNamespaceBody = typeof ImportNamespaceBody.Type

/** `id` null: the project does not have it yet. */
export const ImportNamespacesModel = Schema.Struct({
  _embedded: field(
    Schema.Struct({
      namespaces: field(
        Schema.Array(
          Schema.Struct({
            id: field(Schema.NullOr(Schema.Int), "Id of the namespace; null: the project does not have it yet.", 31),
            name: field(Schema.String, "Name of the namespace.", "web")
          })
        ),
        "Namespaces of the project and of the import."
      )
    }),
    "Holds the list."
  )
})

/** Settings of one user in one project. */
export const ImportSettingsModel = Schema.Struct({
  overrideKeyDescriptions: field(Schema.Boolean, "Whether descriptions of files replace those of keys."),
  createNewKeys: field(Schema.Boolean, "Whether keys that the project does not have are created.", true),
  importEmptyValues: field(Schema.Boolean, "Whether empty values of files erase texts. Not in Tolgee's API.")
})
export type ImportSettingsModel = typeof ImportSettingsModel.Type

/** Replaces all settings; clients of Tolgee's API omit `importEmptyValues`, which means false. */
export const ImportSettingsBody = Schema.Struct({
  overrideKeyDescriptions: field(
    Schema.Boolean,
    "Whether descriptions of files replace those of keys; required.",
    false
  ),
  createNewKeys: field(Schema.Boolean, "Whether keys that the project does not have are created; required.", true),
  importEmptyValues: field(
    Schema.optional(Schema.Boolean),
    "Whether empty values of files erase texts; absent: false. Not in Tolgee's API.",
    false
  )
})
export type ImportSettingsBody = typeof ImportSettingsBody.Type
