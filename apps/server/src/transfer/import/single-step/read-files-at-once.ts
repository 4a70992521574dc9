import type { SingleStepImportParams } from "@dragoman/api"
import type { JsonObject } from "@dragoman/domain/activity"
import { type DomainError, domainError } from "@dragoman/domain/error"
import {
  fileTagFor,
  guessNamespace,
  namesLanguage,
  pairLanguage,
  tagOfUnnamed,
  unnamedLanguage
} from "@dragoman/domain/import"
import {
  defaultReadOptions,
  type ImportedFile,
  readTranslationFile,
  type SkippedPart,
  showPlacesIn
} from "@dragoman/formats"
import type { ImportTargetRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../../change/change-project.ts"
import { failWith } from "../../../platform/fail.ts"
import { type ImportReport, startImportReport } from "../applying/import-report.ts"
import type { KeyName } from "../applying/import-source.ts"
import {
  type CollectedFile,
  cannotParseFile,
  collectImportKeys,
  type FileContent,
  type ImportKeyCollection,
  readUploadedFile
} from "../applying/read-import-files.ts"
import type { SingleStepImport, UploadMessage } from "../thread/import-messages.ts"

/** The facts about the project that files are read by. */
export const toTarget = ({ useNamespaces, icuPlaceholders, languages }: ContentProject): ImportTargetRow => ({
  useNamespaces,
  icuPlaceholders,
  languageIdsByTag: new Map(languages.map(({ id, tag }) => [tag, id]))
})

/** Files would be read in the same way. */
export const isSameTarget = (left: ImportTargetRow, right: ImportTargetRow): boolean =>
  left.useNamespaces === right.useNamespaces &&
  left.icuPlaceholders === right.icuPlaceholders &&
  left.languageIdsByTag.size === right.languageIdsByTag.size &&
  [...left.languageIdsByTag].every(([tag, id]) => right.languageIdsByTag.get(tag) === id)

interface ReadFiles {
  readonly collection: ImportKeyCollection
  readonly namespaces: ReadonlyArray<string | null>
  readonly mentionedKeys: ReadonlyArray<KeyName>
  /** About reading only. */
  readonly report: ImportReport
  readonly revisionParams: JsonObject | null
}

interface UnreadPartOfFile extends SkippedPart {
  readonly fileName: string
}

/** Unread parts that an error lists. */
const namedPartsMax = 100

/**
 * The error if the keys that the files do not name are unknown: parts of a file were not read, or an unpaired language is in
 * truth the first part of a key name, in a YAML file that was read as another kind of YAML.
 */
const removalError = (
  unreadParts: ReadonlyArray<UnreadPartOfFile>,
  hasUnpairedLanguage: boolean
): DomainError | null => {
  if (unreadParts.length > 0) return domainError("cannot_remove_other_keys", unreadParts.map(toParam))
  return hasUnpairedLanguage ? domainError("existing_language_not_selected") : null
}

/** An unread part in the parameters of an error. */
const toParam = ({ fileName, position, sentence }: UnreadPartOfFile) => ({
  fileName,
  line: position?.line ?? null,
  column: position?.column ?? null,
  message: sentence
})

/** The content of the files. One unreadable file rejects the import. */
export const readFiles = Effect.fnUntraced(function* (
  { files, params, uncompressedBytesMax }: SingleStepImport,
  target: ImportTargetRow
): Effect.fn.Return<ReadFiles, DomainError> {
  if (!target.useNamespaces && params.fileMappings?.some(({ namespace }) => (namespace ?? "") !== "")) {
    return yield* failWith("namespace_cannot_be_used_when_feature_is_disabled")
  }
  const reporter = startImportReport()
  const collection = collectImportKeys(reporter)
  const unreadParts: Array<UnreadPartOfFile> = []
  const addUnread = (part: UnreadPartOfFile) => {
    if (unreadParts.length < namedPartsMax) unreadParts.push(part)
  }
  let hasUnpairedLanguage = false
  const namespaces = new Set<string | null>()
  const errors: Array<UploadMessage> = []
  let hasLanguage = false
  for (const uploaded of files) {
    const content = readUploadedFile(uploaded, uncompressedBytesMax)
    errors.push(...content.errors)
    for (const { path, sentence } of content.leftOut) {
      reporter.addWarning(path, { sentence })
      addUnread({ fileName: path, position: null, sentence })
    }
    for (const file of content.files) {
      const read = readFile(file, params, target)
      if (read.kind === "failure") {
        errors.push(cannotParseFile(file.path, read))
        continue
      }
      if (read.languages.length > 0) hasLanguage = true
      const collected = fileIn(file, read, params, target)
      namespaces.add(collected.namespace)
      for (const part of read.skippedParts) addUnread({ fileName: file.path, ...part })
      hasUnpairedLanguage ||= read.languages.some((name) => collected.languageIdOf(name) === null)
      if (errors.length === 0) collection.add(read, collected)
    }
  }
  if (errors.length > 0) {
    return yield* failWith(
      "import_failed",
      errors.map(({ code, params }) => ({ code, params }))
    )
  }
  const error = params.removeOtherKeys ? removalError(unreadParts, hasUnpairedLanguage) : null
  if (error !== null) return yield* Effect.fail(error)
  if (!hasLanguage) {
    return yield* failWith("no_data_to_import", unreadParts.length === 0 ? null : unreadParts.map(toParam))
  }
  return {
    collection,
    namespaces: [...namespaces],
    mentionedKeys: collection.mentionedKeys(),
    report: reporter.report(),
    revisionParams: reporter.revisionParams()
  }
})

const mappingOf = ({ fileMappings }: SingleStepImportParams, path: string) =>
  fileMappings?.find(({ fileName }) => fileName === path)

const readFile = ({ path, bytes }: FileContent, params: SingleStepImportParams, target: ImportTargetRow) => {
  return readTranslationFile(bytes, {
    ...defaultReadOptions,
    path,
    format: mappingOf(params, path)?.format ?? null,
    structureDelimiter: params.structureDelimiter ?? defaultReadOptions.structureDelimiter,
    icuPlaceholders: target.icuPlaceholders,
    convertPlaceholders: params.convertPlaceholdersToIcu ?? true
  })
}

/** The namespace of a file, and the languages of its texts. */
const fileIn = (
  { path, bytes }: FileContent,
  { languages: languageNames, namespace = guessNamespace(path) }: ImportedFile,
  params: SingleStepImportParams,
  target: ImportTargetRow
): CollectedFile => {
  const mapping = mappingOf(params, path)
  const projectTags = new Set(target.languageIdsByTag.keys())
  const fileTag = fileTagFor(languageNames, mapping?.languageTag ?? null, projectTags)
  const tagsToImport = mapping?.languageTagsToImport ?? null
  const openTag = tagOfUnnamed(languageNames, mapping?.languageTag ?? null, tagsToImport)
  const mappedTags = new Map(
    params.languageMappings?.map(({ importLanguage, platformLanguageTag }) => [importLanguage, platformLanguageTag])
  )
  return {
    path,
    showPlace: showPlacesIn(bytes, { path, format: mapping?.format ?? null }),
    namespace: target.useNamespaces ? (mapping ? mapping.namespace || null : namespace) : null,
    languageIdOf: (languageName) => {
      const isOpen = languageName === unnamedLanguage
      if (!isOpen && tagsToImport !== null && !namesLanguage(tagsToImport, languageName)) return undefined
      const tag = pairLanguage({ languageName, projectTags, mappedTags, fileTag: isOpen ? openTag : fileTag })
      return tag === null ? null : (target.languageIdsByTag.get(tag) ?? null)
    }
  }
}
