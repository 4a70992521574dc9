import {
  definedInAnotherFile,
  type ImportedValueReference,
  type ImportIssue,
  multipleValues,
  type SourcePosition
} from "./import-issue.ts"

/** The part of a read translation that collecting needs. */
export interface CollectableTranslation {
  readonly keyName: string
  readonly languageName: string
  readonly text: string
  readonly position: SourcePosition | null
}

export interface CollectionFacts<T extends CollectableTranslation> {
  readonly fileIndex: number
  /** In file order. */
  readonly translations: Iterable<T>
  /** Tag of the project language by language name; null = not paired, such languages never collide. */
  readonly pairedTag: (languageName: string) => string | null
  /**
   * The selected value of another file of the same import and of the same effective namespace, or null.
   * Values of this file are found without it.
   */
  readonly selectedElsewhere: (keyName: string, tag: string) => ImportedValueReference | null
}

export interface CollectedTranslation<T extends CollectableTranslation> {
  readonly translation: T
  /** False = stored and listed, but never applied: another import language has the key. */
  readonly isSelectedToImport: boolean
}

export interface CollectedTranslations<T extends CollectableTranslation> {
  readonly stored: ReadonlyArray<CollectedTranslation<T>>
  /** In the order in which they were raised; they follow the issues of the reader. */
  readonly issues: ReadonlyArray<ImportIssue>
}

/**
 * Selects the values of a file that are stored: of several values for one key and language the first; an equal one is
 * dropped, another text is an issue. A key that another language with the same pairing has is stored but not selected.
 * Source: docs/reference/import.md#repeated-values, docs/import.md#issues.
 */
export const collectTranslations = <T extends CollectableTranslation>(
  facts: CollectionFacts<T>
): CollectedTranslations<T> => {
  const stored: Array<CollectedTranslation<T>> = []
  const issues: Array<ImportIssue> = []
  const textsByKeyByLanguage = new Map<string, Map<string, string>>()
  const selectedLanguageByKeyByTag = new Map<string, Map<string, string>>()

  for (const translation of facts.translations) {
    const { keyName, languageName, position } = translation
    const reference = (name: string) => ({ fileIndex: facts.fileIndex, keyName, languageName: name })

    const textsByKey = nested(textsByKeyByLanguage, languageName)
    const firstText = textsByKey.get(keyName)
    if (firstText !== undefined) {
      if (firstText !== translation.text) issues.push(multipleValues(reference(languageName), position))
      continue
    }
    textsByKey.set(keyName, translation.text)

    const tag = facts.pairedTag(languageName)
    const selectedLanguageByKey = tag === null ? null : nested(selectedLanguageByKeyByTag, tag)
    const selectedHere = selectedLanguageByKey?.get(keyName)
    const selected =
      selectedHere !== undefined ? reference(selectedHere) : tag === null ? null : facts.selectedElsewhere(keyName, tag)
    if (selected !== null) issues.push(definedInAnotherFile(selected, position))
    else selectedLanguageByKey?.set(keyName, languageName)
    stored.push({ translation, isSelectedToImport: selected === null })
  }
  return { stored, issues }
}

const nested = (maps: Map<string, Map<string, string>>, name: string): Map<string, string> => {
  const found = maps.get(name)
  if (found !== undefined) return found
  const created = new Map<string, string>()
  maps.set(name, created)
  return created
}
