import { readFileSync } from "node:fs"
import { definedInAnotherFile, importLimits, isIgnoredPath, multipleValues } from "@dragoman/domain/import"
import {
  type CodeReference,
  exportFormatOf,
  type ImportedFile,
  ignoredFileSentence,
  isArchivePath,
  isSupportedPath,
  type LeftOutFile,
  type ParseFailure,
  printParseFailure,
  type ShowPlace,
  unpackArchive
} from "@dragoman/formats"
import type { UploadedFile } from "../../../platform/body/receive-body.ts"
import { type ImportReporter, valueReference } from "./import-report.ts"
import type { ImportCustomValues, ImportFormatData, ImportKey, ImportText, KeyName } from "./import-source.ts"

/** An error for responses; `params`: the path and the reason. */
interface UnreadableFile {
  readonly code: "cannot_parse_file"
  readonly params: ReadonlyArray<string>
}

export interface FileContent {
  readonly path: string
  readonly bytes: Uint8Array
}

export const cannotParseFile = (path: string, failure: ParseFailure): UnreadableFile => ({
  code: "cannot_parse_file",
  params: [path, printParseFailure(failure)]
})

interface UploadedContents {
  readonly files: ReadonlyArray<FileContent>
  readonly errors: ReadonlyArray<UnreadableFile>
  /** Files of an archive that may contain translations and are not in `files`. */
  readonly leftOut: ReadonlyArray<LeftOutFile>
}

/**
 * The content of an uploaded file, or of the files in an uploaded archive. Callers read one upload after the other, so that
 * only one is in memory.
 */
export const readUploadedFile = (upload: UploadedFile, uncompressedBytesMax: number): UploadedContents => {
  if (isIgnoredPath(upload.name)) {
    const leftOut = isSupportedPath(upload.name) ? [{ path: upload.name, sentence: ignoredFileSentence }] : []
    return withReadableNames([], [], leftOut)
  }
  const bytes = readFileSync(upload.path)
  if (!isArchivePath(upload.name)) return withReadableNames([{ path: upload.name, bytes }], [], [])
  const unpacked = unpackArchive(bytes, { uncompressedBytesMax })
  if (unpacked.kind === "failure") return { files: [], errors: [cannotParseFile(upload.name, unpacked)], leftOut: [] }
  return withReadableNames(
    unpacked.files,
    unpacked.failures.map(({ path, failure }) => cannotParseFile(path, failure)),
    unpacked.leftOut
  )
}

/** Files with names that the database cannot store count as unreadable. */
const withReadableNames = (
  files: ReadonlyArray<FileContent>,
  errors: ReadonlyArray<UnreadableFile>,
  leftOut: ReadonlyArray<LeftOutFile>
): UploadedContents => {
  const unstorable = files.filter(({ path }) => !isReadableName(path))
  return {
    files: files.filter(({ path }) => isReadableName(path)),
    errors: [...errors, ...unstorable.map(({ path }) => cannotParseFile(shownName(path), unreadableName))],
    leftOut: leftOut.map(({ path, sentence }) => ({ path: shownName(path), sentence }))
  }
}

const isReadableName = (path: string): boolean =>
  path.length <= importLimits.filePathMaxUtf16Units && path.isWellFormed() && !path.includes("\0")

const shownName = (path: string): string => path.slice(0, 100).toWellFormed().replaceAll("\0", "\uFFFD")

const unreadableName: ParseFailure = {
  kind: "failure",
  message: "The name of the file is too long, or has a character that cannot be stored",
  line: null,
  column: null
}

/** Where the keys and texts of one file go. */
export interface CollectedFile {
  readonly showPlace: ShowPlace
  readonly path: string
  readonly namespace: string | null
  /** The project's language for a language name; null: none, undefined: its texts are left out. */
  readonly languageIdOf: (languageName: string) => number | null | undefined
}

/** The keys of several files, each once, merged from all of them. */
export interface ImportKeyCollection {
  readonly add: (read: ImportedFile, file: CollectedFile) => void
  /** Iterable again: a transaction may run more than once. */
  readonly keys: () => Iterable<ImportKey>
  /** Keys that the files name without a readable value. */
  readonly mentionedKeys: () => ReadonlyArray<KeyName>
}

/**
 * Collects only what is applied. Of several texts for one key and language the first one counts, also across files; but the
 * plural of a .stringsdict file takes the place of a text of a .strings file.
 * Descriptions: the first one counts, and what is said about a text comes with it. Issues and warnings of the files go to the
 * report, as do texts that were dropped because they differ from the first one.
 */
export const collectImportKeys = (reporter: ImportReporter): ImportKeyCollection => {
  const keysByNamespace = new Map<string | null, Map<string, CollectedKey>>()
  const mentionedKeys: Array<KeyName> = []
  return {
    mentionedKeys: () => mentionedKeys,
    add: (read, { path, namespace, languageIdOf, showPlace }) => {
      for (const issue of read.issues) reporter.addIssue(path, issue, showPlace)
      const concernedIds = (languageName: string | null): ReadonlyArray<number> | null => {
        const ids = (languageName === null ? read.languages : [languageName]).map(languageIdOf)
        return ids.length > 0 && ids.every((id) => id === undefined) ? null : ids.flatMap((id) => id ?? [])
      }
      for (const warning of read.warnings) {
        const keyNamespace = warning.keyName === null ? null : namespace
        reporter.addWarning(path, { ...warning, keyNamespace }, concernedIds(warning.languageName))
      }
      for (const name of read.recordedKeys) mentionedKeys.push({ namespace, name })
      const keys = keysByNamespace.get(namespace) ?? new Map<string, CollectedKey>()
      keysByNamespace.set(namespace, keys)
      const { format } = read.format
      const writtenFormat = exportFormatOf(format)
      const languageIds = new Map(read.languages.map((name) => [name, languageIdOf(name)]))
      const sayingId = languageIds.get(read.language ?? "") ?? null
      const isRepeated = (languageName: string) => languageName === read.repeatedLanguage
      /** Texts in whose place one of an earlier file counts, with all that that file says about it. */
      const dropped = new Set<string>()
      for (const imported of read.keys.values()) {
        const known = keys.get(imported.name)
        const key = known ?? startKey(namespace, imported.name)
        if (known === undefined) keys.set(imported.name, key)
        key.textsOfEarlierFiles = key.texts.length
        key.description ??= imported.description
        key.pluralArgumentName ??= imported.pluralArgumentName
        if (imported.customValues.size > 0) {
          const values = Object.fromEntries(imported.customValues)
          key.customValues = [...key.customValues, { languageId: sayingId, format: writtenFormat, values }]
        }
        if (imported.codeReferences.length > 0) {
          key.codeReferences = [...key.codeReferences, ...imported.codeReferences]
        }
      }
      for (const { keyName, languageName, text, isPlural, isOutdated, position } of read.translations) {
        const languageId = languageIds.get(languageName)
        const key = keys.get(keyName)
        if (languageId === undefined || key === undefined) continue
        const first = key.texts.length === 0 ? -1 : key.texts.findIndex((one) => one.languageId === languageId)
        if (first >= 0) {
          const known = key.texts[first]
          if (known?.text === text) continue
          if (known?.appleFormat === "STRINGS" && format === "STRINGSDICT") {
            key.texts = key.texts.with(first, { ...known, text, isPlural, appleFormat: format })
            key.formatData = key.formatData.filter((data) => data.languageId !== languageId)
            continue
          }
          const isOfEarlierFile = first < key.textsOfEarlierFiles
          if (isOfEarlierFile) dropped.add(`${languageName}\0${keyName}`)
          if (known?.appleFormat === "STRINGSDICT" && format === "STRINGS") continue
          const raise = isOfEarlierFile ? definedInAnotherFile : multipleValues
          reporter.addIssue(path, raise(valueReference(keyName, languageName), position), showPlace)
          continue
        }
        const collected = { languageId, text, isPlural, format: writtenFormat, mode: force }
        const marked =
          isOutdated || isRepeated(languageName)
            ? { ...collected, isOutdated: isOutdated ?? false, isRepeated: isRepeated(languageName) }
            : collected
        const added = appleFormats.has(format) ? { ...marked, appleFormat: format } : marked
        // A copy: an array that grows by `push` reserves more memory than it needs.
        key.texts = key.texts.length === 0 ? [added] : [...key.texts, added]
      }
      for (const { name, formatData } of read.keys.values()) {
        const key = keys.get(name)
        for (const [languageName, data] of formatData) {
          const languageId = languageIds.get(languageName) ?? null
          if (key === undefined || languageId === null || dropped.has(`${languageName}\0${name}`)) continue
          const isKnown = key.formatData.some((one) => one.languageId === languageId && one.format === writtenFormat)
          const added = { languageId, format: writtenFormat, isRepeated: isRepeated(languageName), ...data }
          if (!isKnown) key.formatData = [...key.formatData, added]
        }
      }
    },
    keys: function* () {
      for (const keys of keysByNamespace.values()) {
        yield* keys.values()
      }
    }
  }
}

/** A plural in a file of the latter format replaces a text of the former, without an issue. */
const appleFormats: ReadonlySet<string> = new Set(["STRINGS", "STRINGSDICT"])

interface CollectedText extends ImportText {
  /** The import format, of `appleFormats` only. */
  readonly appleFormat?: string
}

interface CollectedKey extends ImportKey {
  description: string | null
  customValues: ReadonlyArray<ImportCustomValues>
  formatData: ReadonlyArray<ImportFormatData>
  codeReferences: ReadonlyArray<CodeReference>
  pluralArgumentName: string | null
  texts: ReadonlyArray<CollectedText>
  /** The number of texts that came before the current file. */
  textsOfEarlierFiles: number
}

const force: ImportText["mode"] = { kind: "force" }

const none: ReadonlyArray<never> = []

const startKey = (namespace: string | null, name: string): CollectedKey => ({
  namespace,
  name,
  description: null,
  customValues: none,
  formatData: none,
  codeReferences: none,
  pluralArgumentName: null,
  tags: none,
  texts: none,
  textsOfEarlierFiles: 0
})
