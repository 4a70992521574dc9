import { collectImportNotices } from "@dragoman/domain/activity"
import { type ImportIssueParamType, shortenParamValue } from "@dragoman/domain/import"
import { type CodeReference, exportFormatOf } from "@dragoman/formats"
import {
  Database,
  ImportConflictRepository,
  ImportRepository,
  ImportSettingsRepository,
  StagedKeyRepository,
  type StagedKeyRow,
  type StagedLanguageRow,
  type StagedTextRow
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { lockContentProject } from "../../../change/change-project.ts"
import { failWith } from "../../../platform/fail.ts"
import { requireCurrentPermission } from "../../../service/access/current-permission.ts"
import { announceImport } from "../applying/announce-import.ts"
import { applyImport } from "../applying/apply-import.ts"
import { applyInBatches } from "../applying/apply-in-batches.ts"
import { type AppliedImport, joinReports, startImportReport } from "../applying/import-report.ts"
import {
  type ApplyOptions,
  type ImportCustomValues,
  type ImportFormatData,
  type ImportKey,
  type ImportSource,
  type ImportText,
  importBatchKeysMax,
  ownerOf
} from "../applying/import-source.ts"
import { startImportSummary } from "../applying/import-summary.ts"
import type { AppliedStaged, ApplyProgress, ApplyStaged } from "../thread/import-messages.ts"
import { changeStagedImport } from "./change-staged-import.ts"
import type { StagedFormatData } from "./stage-upload.ts"

/** Keys that the report lists as left out; the setting that left them out is the same for all. */
const listedKeysMax = 100

const leftOutSentence =
  "The key was left out: the project does not have it, and your import settings create no new keys."

/**
 * Applies the live import of its user and ends it, all in one transaction: after an error, project and import are unchanged.
 * `inBatches`: a large one in a transaction for each batch, of which those before an error stay. After an error of conflicts the
 * import is compared again: texts may have changed since the upload, and the user can resolve only conflicts that the import lists.
 * `onProgress` may receive progress that is rolled back later.
 */
export const applyStagedImport = Effect.fn("applyStagedImport")(function* (
  apply: ApplyStaged,
  onProgress: (progress: ApplyProgress) => void
) {
  const { authority, branchId, inBatches } = apply
  const database = yield* Database
  const owner = ownerOf(authority, branchId)
  const startedAt = yield* Clock.currentTimeMillis
  const atOnce = Effect.gen(function* () {
    const opened = yield* openStaged(apply, onProgress)
    const { options, onBatch, revisionParams, importId, summarizer } = opened
    const applied = yield* applyImport(authority, options, yield* stagedSource(importId), {
      branchId,
      revisionParams,
      check: (planned, imported) => Effect.sync(() => summarizer.add(planned, imported)),
      onBatch
    })
    yield* requireCurrentPermission(authority)
    return yield* endStaged(apply, opened, applied, startedAt, onProgress)
  })
  const batchAfterBatch = Effect.gen(function* () {
    const opened = yield* database.transaction(openStaged(apply, onProgress))
    const { options, onBatch, revisionParams, importId, summarizer, totalKeys } = opened
    if (totalKeys <= importBatchKeysMax) return yield* database.transaction(atOnce)
    const enter = Effect.asVoid(lockStaged(apply, importId))
    const applied = yield* applyInBatches(authority, options, stagedSource(importId), {
      branchId,
      revisionParams,
      totalKeys,
      enter: () => enter,
      onWritten: summarizer.add,
      onBatch
    })
    return yield* database.transaction(
      Effect.gen(function* () {
        yield* lockContentProject(authority.projectId)
        yield* enter
        return yield* endStaged(apply, opened, applied, startedAt, onProgress)
      })
    )
  })
  return yield* (inBatches ? batchAfterBatch : database.transaction(atOnce)).pipe(
    Effect.tapError((error) =>
      error.kind === "code" && (error.code === "conflict_is_not_resolved" || error.code === "import_stopped")
        ? changeStagedImport(owner, { kind: "refresh" })
        : Effect.void
    )
  )
})

/** Locks the import, and fails when it is another one than that with the id, or gone. */
const lockStaged = Effect.fnUntraced(function* ({ authority, branchId }: ApplyStaged, importId: number | null) {
  const live = yield* ImportRepository.use((imports) => imports.lock(ownerOf(authority, branchId)))
  // Applied or cancelled by another request of the user.
  if (Option.isNone(live) || live.value.id !== (importId ?? live.value.id)) {
    return yield* failWith("resource_not_found")
  }
  return live.value.id
})

/** Reads what applying the import needs, in a transaction. */
const openStaged = Effect.fnUntraced(function* (apply: ApplyStaged, onProgress: (progress: ApplyProgress) => void) {
  const { authority, branchId, forceMode } = apply
  const conflicts = yield* ImportConflictRepository
  const staged = yield* StagedKeyRepository
  onProgress({ kind: "progress", status: "PREPARING_AND_VALIDATING", totalKeys: null, importedKeys: null })
  // The project first, as when the project or its imports are deleted.
  const summarizer = startImportSummary(yield* lockContentProject(authority.projectId))
  const importId = yield* lockStaged(apply, null)
  const chosen = yield* ImportSettingsRepository.use((settings) => settings.get(ownerOf(authority, branchId)))
  // Keys may have been created and deleted since the upload.
  const fileIds = yield* ImportRepository.use((imports) => imports.listFileIds(importId))
  yield* conflicts.markImportedKeys(fileIds, chosen.createNewKeys)
  const totalKeys = yield* staged.count(importId)
  const options: ApplyOptions = {
    ...chosen,
    forceMode,
    overrideMode: "RECOMMENDED",
    errorOnUnresolvedConflict: true,
    skipExistingKeys: false,
    tagNewKeys: [],
    removeOtherKeys: false
  }
  return {
    importId,
    options,
    summarizer,
    totalKeys,
    revisionParams: yield* stagedNotices(importId),
    onBatch: (importedKeys: number) =>
      Effect.sync(() => onProgress({ kind: "progress", status: "STORING_KEYS", totalKeys, importedKeys }))
  }
})

/** Ends the import in the transaction of its last change; returns the report. */
const endStaged = Effect.fnUntraced(function* (
  { authority }: ApplyStaged,
  { importId, summarizer, totalKeys }: Effect.Success<ReturnType<typeof openStaged>>,
  { report, keyIds }: AppliedImport,
  startedAt: number,
  onProgress: (progress: ApplyProgress) => void
) {
  const imports = yield* ImportRepository
  const staged = yield* StagedKeyRepository
  // Texts were stored with their keys.
  onProgress({ kind: "progress", status: "STORING_TRANSLATIONS", totalKeys, importedKeys: totalKeys })
  onProgress({ kind: "progress", status: "FINALIZING", totalKeys, importedKeys: totalKeys })
  const leftOut = yield* staged.listLeftOut(importId, listedKeysMax)
  yield* imports.markDeleted(importId, yield* Clock.currentTimeMillis)
  yield* announceImport(authority, startedAt, keyIds.length)
  const reporter = startImportReport()
  for (const { name, namespace } of leftOut.rows) {
    reporter.addWarning(null, { keyName: name, keyNamespace: namespace, sentence: leftOutSentence })
  }
  const keysLeftOut = { ...reporter.report(), noticeCount: leftOut.total }
  const applied: AppliedStaged = {
    kind: "applied",
    report: joinReports(report, keysLeftOut),
    summary: summarizer.summary(leftOut.total)
  }
  return applied
})

/** The parameters of the revision with the warnings about the files; not those about languages that were removed. */
const stagedNotices = Effect.fn("stagedNotices")(function* (importId: number) {
  const staged = yield* StagedKeyRepository
  const rows = yield* staged.listNotices(importId)
  if (rows.length === 0) return null
  const languagesByFile = Map.groupBy(yield* staged.listLanguages(importId), ({ importFileId }) => importFileId)
  const notices = collectImportNotices()
  for (const { importFileId, fileName, namespace, parameters, lineNumber, columnNumber, message } of rows) {
    const params: ReadonlyArray<{ readonly type: ImportIssueParamType; readonly value: string }> =
      JSON.parse(parameters)
    const paramOf = (type: ImportIssueParamType) => params.find((param) => param.type === type)?.value ?? null
    const [keyName, languageName] = [paramOf("KEY_NAME"), paramOf("LANGUAGE_NAME")]
    const concerned = (languagesByFile.get(importFileId) ?? []).filter(
      ({ name }) => languageName === null || shortenParamValue(name) === languageName
    )
    if (concerned.length === 0) continue
    const keyNamespace = keyName === null ? null : namespace
    notices.add(
      { fileName, keyName, keyNamespace, languageName, line: lineNumber, column: columnNumber, message },
      concerned.flatMap(({ existingLanguageId }) => existingLanguageId ?? [])
    )
  }
  return notices.params()
})

/**
 * The keys of a staged import, file by file in the order of their upload. A key of several files comes with the first one,
 * merged from all of them.
 */
const stagedSource = Effect.fn("stagedSource")(function* (importId: number) {
  const staged = yield* StagedKeyRepository
  const ranges = yield* staged.listRanges(importId)
  const languages = new Map(
    (yield* staged.listLanguages(importId)).map((row) => [`${row.importFileId} ${row.name}`, row])
  )
  let rangeIndex = 0
  let nextKeyId = ranges[0]?.firstKeyId ?? 0

  /** The keys of the next range of ids, which may be empty; null: the end. */
  const nextBatch = Effect.gen(function* () {
    const range = ranges[rangeIndex]
    if (range === undefined) return null
    const lastKeyId = Math.min(range.lastKeyId, nextKeyId + importBatchKeysMax - 1)
    const first = yield* staged.listFirst(importId, { ...range, firstKeyId: nextKeyId, lastKeyId })
    if (lastKeyId < range.lastKeyId) nextKeyId = lastKeyId + 1
    else nextKeyId = ranges[++rangeIndex]?.firstKeyId ?? 0
    const names = first.map(({ name }) => name)
    const rows = names.length === 0 ? [] : yield* staged.listAll(importId, range.namespace, names)
    const texts = yield* staged.listTexts(rows.map(({ id }) => id))
    return toImportKeys(range.namespace, names, rows, texts, languages)
  })

  const source: ImportSource = {
    // Only needed to remove other keys, which a staged import does not do.
    namespaces: [],
    mentionedKeys: [],
    next: Effect.gen(function* () {
      for (;;) {
        const keys = yield* nextBatch
        if (keys === null) return []
        if (keys.length > 0) return keys
      }
    })
  }
  return source
})

const toImportKeys = (
  namespace: string | null,
  names: ReadonlyArray<string>,
  rows: ReadonlyArray<StagedKeyRow>,
  texts: ReadonlyArray<StagedTextRow>,
  languages: StagedLanguages
): ReadonlyArray<ImportKey> => {
  const rowsByName = Map.groupBy(rows, ({ name }) => name)
  const textsByKeyId = Map.groupBy(texts, ({ keyId }) => keyId)
  return names.map((name): ImportKey => {
    const named = rowsByName.get(name) ?? []
    return {
      namespace,
      name,
      description: firstOf(named, ({ description }) => description),
      customValues: named.flatMap((row) => customValuesOf(row, languages)),
      formatData: formatDataOf(named, textsByKeyId, languages),
      codeReferences: named.flatMap(
        ({ codeReferences }): ReadonlyArray<CodeReference> =>
          codeReferences === null ? [] : JSON.parse(codeReferences)
      ),
      pluralArgumentName: firstOf(named, (row) => row.pluralArgumentName),
      tags: [],
      texts: firstOfEachLanguage(named.flatMap(({ id }) => textsByKeyId.get(id) ?? []).map(toImportText))
    }
  })
}

const firstOf = <A>(rows: ReadonlyArray<StagedKeyRow>, select: (row: StagedKeyRow) => A | null): A | null => {
  for (const row of rows) {
    const value = select(row)
    if (value !== null) return value
  }
  return null
}

/** By file and name. */
type StagedLanguages = ReadonlyMap<string, StagedLanguageRow>

const saidBeside = ({ formatData }: StagedKeyRow): StagedFormatData =>
  formatData === null ? { language: null, texts: {} } : JSON.parse(formatData)

const customValuesOf = (row: StagedKeyRow, languages: StagedLanguages): ReadonlyArray<ImportCustomValues> => {
  if (row.customValues === null) return []
  const languageId = languages.get(`${row.fileId} ${saidBeside(row).language}`)?.existingLanguageId ?? null
  return [{ languageId, format: exportFormatOf(row.format), values: JSON.parse(row.customValues) }]
}

/** Where another file's text counts, it comes with what that file says about it. */
const formatDataOf = (
  rows: ReadonlyArray<StagedKeyRow>,
  textsByKeyId: ReadonlyMap<number, ReadonlyArray<StagedTextRow>>,
  languages: StagedLanguages
): ReadonlyArray<ImportFormatData> => {
  const isOfOtherFile = (row: StagedKeyRow, languageId: number) =>
    rows.some(
      ({ id }) => id !== row.id && (textsByKeyId.get(id) ?? []).some((text) => text.languageId === languageId)
    ) && !(textsByKeyId.get(row.id) ?? []).some((text) => text.languageId === languageId)
  const found = rows.flatMap((row) =>
    Object.entries(saidBeside(row).texts).flatMap(([name, data]): ReadonlyArray<ImportFormatData> => {
      const { existingLanguageId: languageId = null, isRepeated = false } = languages.get(`${row.fileId} ${name}`) ?? {}
      if (languageId === null || isOfOtherFile(row, languageId)) return []
      return [{ languageId, format: exportFormatOf(row.format), isRepeated, ...data }]
    })
  )
  return found.filter(
    ({ languageId, format }, at) =>
      found.findIndex((one) => one.languageId === languageId && one.format === format) === at
  )
}

const toImportText = (row: StagedTextRow): ImportText => ({
  languageId: row.languageId,
  text: row.value ?? "",
  isPlural: row.isPlural,
  isOutdated: row.isOutdated,
  format: exportFormatOf(row.format),
  isRepeated: row.isRepeated,
  mode:
    row.resolvedTextHash === null
      ? { kind: "force" }
      : { kind: row.isOverride ? "override" : "keep", existingTextHash: row.resolvedTextHash }
})

/** Two servers may have staged the same key of one import at the same time. */
const firstOfEachLanguage = (texts: ReadonlyArray<ImportText>): ReadonlyArray<ImportText> =>
  texts.length === 1
    ? texts
    : texts.filter(
        ({ languageId }, at) => languageId === null || texts.findIndex((one) => one.languageId === languageId) === at
      )
