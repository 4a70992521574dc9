import type { ImportLanguageModel, ImportTranslationModel } from "@dragoman/api"
import { type ConflictFacts, conflictTypeOf, isOverridable } from "@dragoman/domain/import"
import { asPluralText, defaultPluralArgument } from "@dragoman/formats"
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
  conflictCount: row.conflictCount,
  resolvedCount: row.resolvedCount
})

export interface ShownConflicts extends ConflictFacts {
  /** The caller may read texts of the project in this language. */
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

/** As it would be stored, where the key is a plural and the text is not. */
const shownText = ({ value, isPlural, existingKey, pluralArgumentName }: ImportTranslationRow): string | null => {
  if (existingKey === null || !existingKey.isPlural || isPlural || value === null || value === "") return value
  return asPluralText(value, existingKey.pluralArgumentName ?? pluralArgumentName ?? defaultPluralArgument)
}
