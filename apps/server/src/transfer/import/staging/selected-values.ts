import type { ImportedValueReference } from "@dragoman/domain/import"
import type { SelectedValueRow } from "@dragoman/store"

/**
 * The value that is selected for a key in a language of the project, among all files of the import, earlier uploads included.
 * Ids are added while files are staged, so that issues can refer to them.
 */
export interface SelectedValues {
  readonly find: (namespace: string | null, tag: string, keyName: string) => ImportedValueReference | null
  readonly add: (namespace: string | null, tag: string, reference: ImportedValueReference) => void
  readonly addIds: (fileIndex: number, ids: FileIds) => void
  readonly idOf: (type: "KEY_ID" | "LANGUAGE_ID", reference: ImportedValueReference) => number
}

interface FileIds {
  readonly keyIds: ReadonlyMap<string, number>
  readonly languageIds: ReadonlyMap<string, number>
}

/** `earlier`: values of earlier uploads. */
export const makeSelectedValues = (earlier: ReadonlyArray<SelectedValueRow>): SelectedValues => {
  const references = new Map<string, Map<string, ImportedValueReference>>()
  const idsByFile = new Map<number, FileIds>()
  const groupOf = (namespace: string | null, tag: string) => {
    const name = JSON.stringify([namespace, tag])
    const found = references.get(name)
    if (found !== undefined) return found
    const created = new Map<string, ImportedValueReference>()
    references.set(name, created)
    return created
  }
  // Earlier files have no index in this upload; each of their languages gets a negative one.
  const earlierIds = new Map<number, { keyIds: Map<string, number>; languageIds: Map<string, number> }>()
  for (const row of earlier) {
    const ids = earlierIds.get(-row.languageId) ?? { keyIds: new Map(), languageIds: new Map() }
    ids.keyIds.set(row.keyName, row.keyId)
    ids.languageIds.set(row.languageName, row.languageId)
    earlierIds.set(-row.languageId, ids)
    groupOf(row.namespace, row.existingLanguageTag).set(row.keyName, {
      fileIndex: -row.languageId,
      keyName: row.keyName,
      languageName: row.languageName
    })
  }
  for (const [fileIndex, ids] of earlierIds) idsByFile.set(fileIndex, ids)

  return {
    find: (namespace, tag, keyName) => groupOf(namespace, tag).get(keyName) ?? null,
    add: (namespace, tag, reference) => groupOf(namespace, tag).set(reference.keyName, reference),
    addIds: (fileIndex, ids) => idsByFile.set(fileIndex, ids),
    idOf: (type, { fileIndex, keyName, languageName }) => {
      const ids = idsByFile.get(fileIndex)
      return (type === "KEY_ID" ? ids?.keyIds.get(keyName) : ids?.languageIds.get(languageName)) ?? 0
    }
  }
}
