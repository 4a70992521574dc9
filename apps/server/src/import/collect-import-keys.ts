import type { JsonObject } from "@dragoman/domain/activity"
import type { CodeReference, ImportedFile } from "@dragoman/formats"
import type { ImportKey, ImportText } from "./import-source.ts"

/** How one read file goes into an import. */
export interface CollectedFile {
  readonly namespace: string | null
  /** Of a language name: a language of the project, null: none, undefined: its texts are left out. */
  readonly languageIdOf: (languageName: string) => number | null | undefined
}

/** The keys of several files, each once, with what all of them say about it. */
export interface ImportKeyCollection {
  readonly add: (read: ImportedFile, file: CollectedFile) => void
  /** To be walked through once: a key that was given is forgotten. */
  readonly keys: () => Iterable<ImportKey>
}

/**
 * Keeps of the files what is applied, and nothing else of them. Of several texts for one key and language the first one
 * counts, whichever files they come from. Descriptions: the first one; custom values: the last file wins.
 * Source: reference "import-and-formats" 5, steps 4 to 6; 8.4.
 */
export const collectImportKeys = (): ImportKeyCollection => {
  const keysByNamespace = new Map<string | null, Map<string, CollectedKey>>()
  return {
    add: (read, { namespace, languageIdOf }) => {
      const keys = keysByNamespace.get(namespace) ?? new Map<string, CollectedKey>()
      keysByNamespace.set(namespace, keys)
      for (const imported of read.keys.values()) {
        const known = keys.get(imported.name)
        const key = known ?? startKey(namespace, imported.name)
        if (known === undefined) keys.set(imported.name, key)
        key.description ??= imported.description
        key.pluralArgumentName ??= imported.pluralArgumentName
        if (imported.customValues.size > 0) {
          key.customValues = { ...key.customValues, ...Object.fromEntries(imported.customValues) }
        }
        if (imported.codeReferences.length > 0) {
          key.codeReferences = [...key.codeReferences, ...imported.codeReferences]
        }
      }
      const languageIds = new Map(read.languages.map((name) => [name, languageIdOf(name)]))
      for (const { keyName, languageName, text, isPlural } of read.translations) {
        const languageId = languageIds.get(languageName)
        const key = keys.get(keyName)
        if (languageId === undefined || key === undefined) continue
        if (key.texts.length > 0 && key.texts.some((one) => one.languageId === languageId)) continue
        // A copy takes no more room than it needs; a list that grows does.
        key.texts = [...key.texts, { languageId, text, isPlural, mode: force }]
      }
    },
    keys: function* () {
      for (const keys of keysByNamespace.values()) {
        for (const [name, key] of keys) {
          // What is applied need not be held any longer.
          keys.delete(name)
          yield key
        }
      }
    }
  }
}

interface CollectedKey extends ImportKey {
  description: string | null
  customValues: JsonObject | null
  codeReferences: ReadonlyArray<CodeReference>
  pluralArgumentName: string | null
  texts: ReadonlyArray<ImportText>
}

const force: ImportText["mode"] = { kind: "force" }

const none: ReadonlyArray<never> = []

const startKey = (namespace: string | null, name: string): CollectedKey => ({
  namespace,
  name,
  description: null,
  customValues: null,
  codeReferences: none,
  pluralArgumentName: null,
  tags: none,
  texts: none
})
