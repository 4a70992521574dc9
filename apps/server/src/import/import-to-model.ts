import type { ImportLanguageModel, ImportTranslationModel } from "@dragoman/api"
import type { ImportLanguageRow, ImportTranslationRow } from "@dragoman/store"

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
  namespace: row.namespace,
  totalCount: row.totalCount,
  conflictCount: 0,
  resolvedCount: 0
})

/** The project has no texts of its own yet, so nothing an import holds can be in conflict. */
export const importTranslationToModel = (row: ImportTranslationRow): ImportTranslationModel => ({
  id: row.id,
  text: row.value,
  keyName: row.keyName,
  keyId: row.keyId,
  keyDescription: row.keyDescription,
  conflictId: null,
  conflictText: null,
  conflictType: null,
  isOverridable: true,
  override: false,
  resolved: false,
  isPlural: row.isPlural === 1,
  existingKeyIsPlural: false
})
