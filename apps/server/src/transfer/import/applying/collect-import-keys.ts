import type { JsonObject } from "@dragoman/domain/activity"
import { definedInAnotherFile, multipleValues } from "@dragoman/domain/import"
import type { CodeReference, ImportedFile } from "@dragoman/formats"
import { type ImportReporter, valueReference } from "./import-report.ts"
import type { ImportKey, ImportText, KeyName } from "./import-source.ts"

/** How one read file goes into an import. */
export interface CollectedFile {
  readonly path: string
  readonly namespace: string | null
  /** Of a language name: a language of the project, null: none, undefined: its texts are left out. */
  readonly languageIdOf: (languageName: string) => number | null | undefined
}

/** The keys of several files, each once, with what all of them say about it. */
export interface ImportKeyCollection {
  readonly add: (read: ImportedFile, file: CollectedFile) => void
  /** May be walked through again: a transaction may run more than once. */
  readonly keys: () => Iterable<ImportKey>
  /** Keys that the files have and that are not among these. */
  readonly mentionedKeys: () => ReadonlyArray<KeyName>
}

/**
 * Keeps of the files what is applied, and nothing else of them. Of several texts for one key and language the first one
 * counts, whichever files they come from. Descriptions: the first one; custom values: the last file wins.
 * The report gets what the files tell, and the texts that do not count because they differ.
 */
export const collectImportKeys = (reporter: ImportReporter): ImportKeyCollection => {
  const keysByNamespace = new Map<string | null, Map<string, CollectedKey>>()
  const mentionedKeys: Array<KeyName> = []
  return {
    mentionedKeys: () => mentionedKeys,
    add: (read, { path, namespace, languageIdOf }) => {
      for (const issue of read.issues) reporter.addIssue(path, issue)
      for (const notice of read.warnings)
        reporter.addNotice(path, { ...notice, keyNamespace: notice.keyName === null ? null : namespace })
      for (const name of read.mentionedKeys) mentionedKeys.push({ namespace, name })
      const keys = keysByNamespace.get(namespace) ?? new Map<string, CollectedKey>()
      keysByNamespace.set(namespace, keys)
      for (const imported of read.keys.values()) {
        const known = keys.get(imported.name)
        const key = known ?? startKey(namespace, imported.name)
        if (known === undefined) keys.set(imported.name, key)
        key.textsOfEarlierFiles = key.texts.length
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
      for (const { keyName, languageName, text, isPlural, position } of read.translations) {
        const languageId = languageIds.get(languageName)
        const key = keys.get(keyName)
        if (languageId === undefined || key === undefined) continue
        const first = key.texts.findIndex((one) => one.languageId === languageId)
        if (first >= 0) {
          if (key.texts[first]?.text === text) continue
          const isOfEarlierFile = first < key.textsOfEarlierFiles
          const raise = isOfEarlierFile ? definedInAnotherFile : multipleValues
          reporter.addIssue(path, raise(valueReference(keyName, languageName), position))
          continue
        }
        // A copy takes no more room than it needs; a list that grows does.
        key.texts = [...key.texts, { languageId, text, isPlural, mode: force }]
      }
    },
    keys: function* () {
      for (const keys of keysByNamespace.values()) {
        yield* keys.values()
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
  /** How many of the texts did not come from the file that is added. */
  textsOfEarlierFiles: number
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
  texts: none,
  textsOfEarlierFiles: 0
})
