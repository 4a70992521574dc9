import type {
  ImportAddFilesModel,
  ImportFileIssueModel,
  ImportLanguageModel,
  ImportTranslationModel
} from "@dragoman/api"
import { type ConflictFacts, conflictTypeOf, isOverridable } from "@dragoman/domain/import"
import type { PageMetadata } from "@dragoman/domain/page"
import { asPluralText, defaultPluralArgument } from "@dragoman/formats"
import type { ImportFileIssueRow, ImportFormatRow, ImportLanguageRow, ImportTranslationRow } from "@dragoman/store"
import type { StagedUpload } from "../thread/import-messages.ts"

export const importLanguageToModel = (row: ImportLanguageRow): ImportLanguageModel => ({
  id: row.id,
  name: row.name,
  existingLanguageId: row.existingLanguageTag === null ? null : row.existingLanguageId,
  existingLanguageTag: row.existingLanguageTag,
  existingLanguageAbbreviation: row.existingLanguageTag,
  existingLanguageName: row.existingLanguageName,
  importFileName: row.fileName,
  importFileId: row.fileId,
  importFileIssueCount: row.fileIssueCount,
  importFileNoticeCount: row.fileNoticeCount,
  namespace: row.namespace,
  totalCount: row.totalCount,
  conflictCount: row.conflictCount,
  resolvedCount: row.resolvedCount
})

interface ShownConflicts extends ConflictFacts {
  /** The caller has the right to read the project's texts in this language. */
  readonly mayView: boolean
}

export const importTranslationToModel =
  (shown: ShownConflicts) =>
  (row: ImportTranslationRow): ImportTranslationModel => {
    const { conflict } = row
    const conflictType = conflict === null ? null : conflictTypeOf(conflict, shown)
    return {
      id: row.id,
      text: shownText(row),
      keyName: row.keyName,
      keyId: row.keyId,
      keyDescription: row.keyDescription,
      conflictId: conflict?.id ?? null,
      conflictText: shown.mayView ? (conflict?.text ?? null) : null,
      conflictType,
      isOverridable: isOverridable(conflictType),
      override: conflict !== null && row.isOverride,
      resolved: conflict !== null && row.isResolved,
      isPlural: row.isPlural,
      existingKeyIsPlural: row.existingKey?.isPlural ?? false
    }
  }

/** A text that is no plural, of a key that is one, is shown as it would be stored. */
const shownText = ({ value, isPlural, existingKey, pluralArgumentName }: ImportTranslationRow): string | null => {
  if (existingKey === null || !existingKey.isPlural || isPlural || value === null || value === "") return value
  return asPluralText(value, existingKey.pluralArgumentName ?? pluralArgumentName ?? defaultPluralArgument)
}

export const importFileIssueToModel = (row: ImportFileIssueRow): ImportFileIssueModel => ({
  id: row.id,
  type: row.type as ImportFileIssueModel["type"],
  params: JSON.parse(row.parameters),
  line: row.lineNumber,
  column: row.columnNumber,
  message: row.message,
  excerpt: row.excerpt === null ? null : JSON.parse(row.excerpt)
})

interface ImportContent {
  readonly languages: ReadonlyArray<ImportLanguageRow>
  readonly page: PageMetadata
  readonly formats: ReadonlyArray<ImportFormatRow>
}

/** `content` null: the upload stored nothing. */
export const importAddFilesToModel = (
  { errors, warnings, notices, noticeCount }: StagedUpload,
  content: ImportContent | null
): ImportAddFilesModel => ({
  errors,
  warnings,
  result: content && { _embedded: { languages: content.languages.map(importLanguageToModel) }, page: content.page },
  formats: (content?.formats ?? []).map(({ id, name, format, formatReason }) => ({
    importFileId: id,
    fileName: name,
    format,
    reason: JSON.parse(formatReason).reason
  })),
  notices,
  noticeCount
})
