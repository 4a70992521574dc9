import {
  collectTranslations,
  guessNamespace,
  type ImportIssue,
  type ImportIssueParam,
  importNoticeType,
  pairLanguage,
  resolveIssueParams,
  shortenParamValue
} from "@dragoman/domain/import"
import {
  defaultReadOptions,
  type FormatData,
  type ImportedFile,
  type ImportedKey,
  type ImportedTranslation,
  type ImportWarning,
  type ParseFailure,
  readTranslationFile,
  type ShowPlace,
  showPlacesIn
} from "@dragoman/formats"
import {
  Database,
  firstNoticePosition,
  ImportConflictRepository,
  type ImportOwner,
  ImportRepository,
  ImportSettingsRepository,
  ImportStagingRepository,
  type ImportTargetRow,
  ProjectRepository,
  type StagedIssue,
  stagedRowsMax
} from "@dragoman/store"
import { Effect, Option } from "effect"
import { lockProject } from "../../../change/change-project.ts"
import { failWith } from "../../../platform/fail.ts"
import { cannotParseFile, type FileContent, readUploadedFile } from "../applying/read-import-files.ts"
import type { StagedUpload, StageUpload, UploadMessage, UploadWarning } from "../thread/import-messages.ts"
import { findConflicts } from "./change-staged-import.ts"
import { isExpired } from "./import-queries.ts"
import { makeSelectedValues, type SelectedValues } from "./selected-values.ts"

/** Languages and files of one import. */
const languagesMax = 100

/** Warnings in the response to one upload; more would add little. */
const shownWarningsMax = 100

interface Target extends ImportTargetRow {
  readonly upload: StageUpload
  readonly stagedImportId: number
  readonly selectedValues: SelectedValues
}

/** The facts about a staged file that the result of the upload needs. */
interface StagedFile {
  readonly path: string
  readonly detectedNamespace: string | null
  readonly languageNames: ReadonlyArray<string>
  readonly keyCount: number
  readonly format: string
  readonly warnings: ReadonlyArray<UploadWarning>
  readonly warningCount: number
}

/**
 * Reads the files of an upload, stages their content in batches that are not visible yet, and joins it to the user's import
 * in one step. Unreadable files do not stop the others. If no language was found, nothing is stored.
 */
export const stageUpload = Effect.fn("stageUpload")(function* (upload: StageUpload) {
  const database = yield* Database
  const imports = yield* ImportRepository
  const staging = yield* ImportStagingRepository
  const { owner } = upload

  const live = yield* imports.find(owner)
  if (Option.isSome(live) && isExpired(live.value, upload.now)) {
    yield* database.transaction(imports.markDeleted(live.value.id, upload.now))
  }
  const joined = Option.filter(live, (found) => !isExpired(found, upload.now))
  const earlierLanguages = Option.isNone(joined) ? 0 : yield* imports.countLanguages(joined.value.id)
  if (earlierLanguages + upload.files.length > languagesMax) {
    return yield* failWith("cannot_add_more_then_100_languages")
  }

  const earlier = Option.isNone(joined) ? [] : yield* staging.listSelectedValues(joined.value.id)
  const begun = yield* database.transaction(Effect.option(beginStaging(upload)))
  if (Option.isNone(begun)) return yield* failWith("project_not_found")
  const { stagedImportId } = begun.value
  const target: Target = { ...begun.value, upload, selectedValues: makeSelectedValues(earlier) }
  const errors: Array<UploadMessage> = []
  const stagedFiles: Array<StagedFile> = []
  const leftOut: Array<UploadWarning> = []
  for (const uploaded of upload.files) {
    const content = readUploadedFile(uploaded, upload.uncompressedBytesMax)
    errors.push(...content.errors)
    for (const { path, sentence } of content.leftOut)
      leftOut.push({ ...leftOutFile, fileName: path, message: sentence })
    for (const file of content.files) {
      const staged = yield* stageFile(target, file, stagedFiles.length)
      if ("code" in staged) errors.push(staged)
      else stagedFiles.push(staged)
    }
  }

  const hasLanguage = stagedFiles.some(({ languageNames }) => languageNames.length > 0)
  const stagedKeys = stagedFiles.reduce((sum, { keyCount }) => sum + keyCount, 0)
  if (hasLanguage) yield* compareWithProject(owner, stagedImportId, stagedKeys)
  const hasAppleFile = stagedFiles.some(({ format }) => appleFormats.has(format))
  const importId = hasLanguage
    ? Option.getOrNull(yield* database.transaction(publish(owner, stagedImportId, hasAppleFile)))
    : yield* Effect.as(
        database.transaction(staging.abandon(stagedImportId, upload.now)),
        Option.getOrNull(Option.map(joined, ({ id }) => id))
      )
  // Imports are deleted with their project, and when its use of namespaces changes.
  if (importId === null && Option.isNone(yield* staging.findTarget(owner.projectId)))
    return yield* failWith("project_not_found")
  const isInterrupted = importId === null && hasLanguage
  if (isInterrupted) errors.push(...stagedFiles.map(({ path }) => cannotParseFile(path, projectChanged)))
  const result: StagedUpload = {
    importId,
    errors,
    warnings: warningsOf(target, stagedFiles),
    notices: [...leftOut, ...stagedFiles.flatMap((file) => file.warnings)].slice(0, shownWarningsMax),
    noticeCount: stagedFiles.reduce((sum, { warningCount }) => sum + warningCount, leftOut.length)
  }
  return result
})

/**
 * The import that the files are staged in, and the facts about the project for reading them. If the project's use of
 * namespaces changes afterwards, the change finds this import and removes it.
 */
const beginStaging = Effect.fnUntraced(function* ({ owner, now }: StageUpload) {
  const staging = yield* ImportStagingRepository
  yield* lockProject(owner.projectId)
  const target = yield* Effect.fromOption(yield* staging.findTarget(owner.projectId))
  return { ...target, stagedImportId: yield* staging.insertImport(owner, now) }
})

const projectChanged: ParseFailure = {
  kind: "failure",
  message: "The project's use of namespaces changed while the file was read. Upload it again",
  line: null,
  column: null
}

const leftOutFile = { importFileId: null, keyName: null, languageName: null, line: null, column: null } as const

/** A plural in one of them takes the place of a text in the other, whichever was uploaded first. */
const appleFormats: ReadonlySet<string> = new Set(["STRINGS", "STRINGSDICT"])

const publish = Effect.fnUntraced(function* (owner: ImportOwner, stagedImportId: number, hasAppleFile: boolean) {
  const staging = yield* ImportStagingRepository
  const conflicts = yield* ImportConflictRepository
  const published = yield* staging.publish(owner, stagedImportId)
  if (hasAppleFile && Option.isSome(published)) {
    yield* conflicts.settleCollisions(published.value)
    yield* conflicts.count(published.value)
  }
  return published
})

/** Fewer are compared with the project in no time, whatever way the database takes. */
const statisticsKeysMin = 1_000

/**
 * Compares the staged keys and texts with the project, language by language, so that others can write in between. `stagedKeys`:
 * how many there are.
 */
const compareWithProject = Effect.fnUntraced(function* (owner: ImportOwner, importId: number, stagedKeys: number) {
  const database = yield* Database
  const imports = yield* ImportRepository
  const settings = yield* ImportSettingsRepository
  const conflicts = yield* ImportConflictRepository
  const fileIds = yield* imports.listFileIds(importId)
  const { createNewKeys, importEmptyValues } = yield* settings.get(owner)
  // Takes the locks that deleting keys and languages takes. The imports of a deleted project are deleted.
  const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    database.transaction(
      Effect.flatMap(lockImportOf(owner.projectId, importId), (isLive) =>
        isLive ? Effect.asVoid(effect) : Effect.void
      )
    )
  if (stagedKeys >= statisticsKeysMin) yield* database.transaction(conflicts.refreshStatistics(owner.projectId))
  yield* transaction(imports.unpairDeleted(importId))
  if (!createNewKeys) yield* transaction(conflicts.markImportedKeys(fileIds, false))
  for (const languageId of yield* imports.listLanguageIds(fileIds)) {
    yield* transaction(findConflicts([languageId], importEmptyValues))
  }
  yield* transaction(conflicts.count(importId))
})

const lockImportOf = Effect.fnUntraced(function* (projectId: number, importId: number) {
  const projects = yield* ProjectRepository
  const imports = yield* ImportRepository
  if (Option.isNone(yield* projects.lock(projectId))) return false
  yield* imports.lockById(importId)
  return true
})

/** Reads one file and writes its rows; returns an upload message if it is unreadable. */
const stageFile = Effect.fnUntraced(function* (target: Target, { path, bytes }: FileContent, fileIndex: number) {
  const database = yield* Database
  const staging = yield* ImportStagingRepository
  const { upload, useNamespaces, selectedValues } = target
  const format = upload.fileMappings.find(({ fileName }) => fileName === path)?.format ?? null
  const read = readTranslationFile(bytes, {
    ...defaultReadOptions,
    path,
    format,
    structureDelimiter: upload.structureDelimiter ?? defaultReadOptions.structureDelimiter,
    icuPlaceholders: target.icuPlaceholders,
    convertPlaceholders: target.icuPlaceholders
  })
  if (read.kind === "failure") return cannotParseFile(path, read)
  const { namespace: detectedNamespace = guessNamespace(path) } = read
  const namespace = useNamespaces ? detectedNamespace : null
  const tagByLanguage = new Map(read.languages.map((name) => [name, pairedTag(target, name)]))
  const { stored, issues } = collectTranslations({
    fileIndex,
    translations: read.translations,
    pairedTag: (languageName) => tagByLanguage.get(languageName) ?? null,
    selectedElsewhere: (keyName, tag) => selectedValues.find(namespace, tag, keyName)
  })

  const fileId = yield* database.transaction(
    staging.insertFile({
      importId: target.stagedImportId,
      name: path,
      namespace,
      detectedNamespace,
      format: read.format.format,
      formatReason: JSON.stringify({ reason: read.format.reason, scores: read.format.scores })
    })
  )
  const languageIds = new Map<string, number>()
  for (const name of read.languages) {
    const existingLanguageId = target.languageIdsByTag.get(tagByLanguage.get(name) ?? "") ?? null
    const isRepeated = name === read.repeatedLanguage
    const insert = staging.insertLanguage({ fileId, name, existingLanguageId, isRepeated })
    languageIds.set(name, yield* database.transaction(insert))
  }
  const keyIds = yield* stageKeys(fileId, read)
  yield* stageTranslations(stored, keyIds, languageIds)
  selectedValues.addIds(fileIndex, { keyIds, languageIds })
  for (const { translation, isSelectedToImport } of stored) {
    const tag = tagByLanguage.get(translation.languageName) ?? null
    if (!isSelectedToImport || tag === null) continue
    const { keyName, languageName } = translation
    selectedValues.add(namespace, tag, { fileIndex, keyName, languageName })
  }
  const showPlace = showPlacesIn(bytes, { path, format })
  yield* stageIssues(fileId, [...read.issues, ...issues], selectedValues, showPlace)
  yield* stageWarnings(fileId, read.warnings, showPlace)
  const staged: StagedFile = {
    path,
    detectedNamespace,
    languageNames: read.languages,
    keyCount: keyIds.size,
    format: read.format.format,
    warningCount: read.warnings.length,
    warnings: read.warnings.slice(0, shownWarningsMax).map(({ keyName, languageName, position, sentence }) => ({
      importFileId: fileId,
      fileName: path,
      keyName,
      languageName,
      line: position.line,
      column: position.column,
      message: sentence
    }))
  }
  return staged
})

const pairedTag = ({ languageIdsByTag }: Target, languageName: string): string | null =>
  pairLanguage({
    languageName,
    projectTags: new Set(languageIdsByTag.keys()),
    mappedTags: new Map(),
    fileTag: null
  })

/** One transaction per batch, so that others can write in between. */
const inBatches = Effect.fnUntraced(function* <A, R>(
  items: ReadonlyArray<A>,
  write: (batch: ReadonlyArray<A>, offset: number) => Effect.Effect<void, never, R>
) {
  const database = yield* Database
  for (let offset = 0; offset < items.length; offset += stagedRowsMax) {
    yield* database.transaction(write(items.slice(offset, offset + stagedRowsMax), offset))
    yield* Effect.yieldNow
  }
})

const stageKeys = Effect.fnUntraced(function* (fileId: number, { keys, language }: ImportedFile) {
  const staging = yield* ImportStagingRepository
  const ids = new Map<string, number>()
  yield* inBatches([...keys.values()], (batch) =>
    Effect.map(
      staging.insertKeys(
        fileId,
        batch.map((key) => ({
          name: key.name,
          description: key.description,
          customValues: key.customValues.size === 0 ? null : JSON.stringify(Object.fromEntries(key.customValues)),
          codeReferences: key.codeReferences.length === 0 ? null : JSON.stringify(key.codeReferences),
          formatData: stagedFormatData(key, language),
          pluralArgumentName: key.pluralArgumentName
        }))
      ),
      (inserted) => {
        for (const [name, id] of inserted) ids.set(name, id)
      }
    )
  )
  return ids
})

/**
 * The data that a file has beside the texts of a key, as JSON: by the language of the custom values, and that of the
 * texts.
 */
export interface StagedFormatData {
  readonly language: string | null
  readonly texts: Readonly<Record<string, FormatData>>
}

const stagedFormatData = ({ customValues, formatData }: ImportedKey, language: string | null): string | null =>
  customValues.size === 0 && formatData.size === 0
    ? null
    : JSON.stringify({ language, texts: Object.fromEntries(formatData) } satisfies StagedFormatData)

const stageTranslations = Effect.fnUntraced(function* (
  stored: ReadonlyArray<{ readonly translation: ImportedTranslation; readonly isSelectedToImport: boolean }>,
  keyIds: ReadonlyMap<string, number>,
  languageIds: ReadonlyMap<string, number>
) {
  const staging = yield* ImportStagingRepository
  yield* inBatches(stored, (batch) =>
    staging.insertTranslations(
      batch.map(({ translation, isSelectedToImport }) => ({
        keyId: keyIds.get(translation.keyName) ?? 0,
        languageId: languageIds.get(translation.languageName) ?? 0,
        value: translation.text,
        isPlural: translation.isPlural,
        isOutdated: translation.isOutdated ?? false,
        isSelected: isSelectedToImport,
        line: translation.position.line,
        column: translation.position.column
      }))
    )
  )
})

const stageIssues = Effect.fnUntraced(function* (
  fileId: number,
  issues: ReadonlyArray<ImportIssue>,
  selectedValues: SelectedValues,
  showPlace: ShowPlace
) {
  const database = yield* Database
  const staging = yield* ImportStagingRepository
  yield* inBatches(issues, (batch, offset) =>
    staging.insertIssues(
      fileId,
      offset,
      batch.map(({ type, params, ...place }) =>
        stagedIssue(type, resolveIssueParams(params, selectedValues.idOf), place, showPlace)
      )
    )
  )
  yield* database.transaction(staging.setIssueCount(fileId, issues.length))
})

/** Their own type, which only lists that include warnings show. */
const stageWarnings = Effect.fnUntraced(function* (
  fileId: number,
  warnings: ReadonlyArray<ImportWarning>,
  showPlace: ShowPlace
) {
  const staging = yield* ImportStagingRepository
  yield* inBatches(warnings, (batch, offset) =>
    staging.insertIssues(
      fileId,
      firstNoticePosition + offset,
      batch.map(({ keyName, languageName, ...place }) =>
        stagedIssue(
          importNoticeType,
          [...namedParam("KEY_NAME", keyName), ...namedParam("LANGUAGE_NAME", languageName)],
          place,
          showPlace
        )
      )
    )
  )
})

const namedParam = (type: ImportIssueParam["type"], value: string | null) =>
  value === null ? [] : [{ type, value: shortenParamValue(value) }]

const stagedIssue = (
  type: string,
  params: ReturnType<typeof resolveIssueParams>,
  { position, sentence }: Pick<ImportIssue, "position" | "sentence">,
  showPlace: ShowPlace
): StagedIssue => {
  const { excerpt } = showPlace(position)
  return {
    type,
    parameters: JSON.stringify(params),
    line: position?.line ?? null,
    column: position?.column ?? null,
    message: sentence,
    excerpt: excerpt && JSON.stringify(excerpt)
  }
}

const warningsOf = ({ useNamespaces }: Target, files: ReadonlyArray<StagedFile>): ReadonlyArray<UploadMessage> => {
  const names = files.flatMap(({ languageNames }) => languageNames)
  const needsNamespaces =
    files.some(({ detectedNamespace }) => detectedNamespace !== null) || new Set(names).size < names.length
  return !useNamespaces && needsNamespaces
    ? [{ code: "namespace_cannot_be_used_when_feature_is_disabled", params: [] }]
    : []
}
