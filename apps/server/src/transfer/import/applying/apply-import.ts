import type { JsonObject } from "@dragoman/domain/activity"
import { changesProtectedBranches } from "@dragoman/domain/branch"
import type { DomainError } from "@dragoman/domain/error"
import { invalidCustomValues, translationNotValidIcu } from "@dragoman/domain/import"
import { positionNewKeys } from "@dragoman/domain/key"
import { stateChangeLanguages } from "@dragoman/domain/permission"
import {
  type ContentPlace,
  FormatDataRepository,
  KeyRepository,
  type KeyRow,
  NamespaceRepository,
  TranslationRepository
} from "@dragoman/store"
import { Clock, Effect } from "effect"
import { type OpenRevision, openRevision } from "../../../change/activity/record-activity.ts"
import { type ContentProject, enterBranch, lockContentProject } from "../../../change/change-project.ts"
import { textWriter } from "../../../change/content-follower.ts"
import { trashKeys } from "../../../content/key-editing/change-keys.ts"
import { findBrokenIcu } from "../../../content/translation/broken-icu.ts"
import { type BatchFacts, type DecidedBatch, decideBatch } from "./decide-batch.ts"
import { type FindImportedKeys, findImportedKeys } from "./find-imported-keys.ts"
import { addFindings, rejectionOf, startFindings } from "./import-findings.ts"
import { type AppliedImport, type ImportReport, type ImportReporter, startImportReport } from "./import-report.ts"
import {
  type ApplyOptions,
  type ImportAuthority,
  type ImportKey,
  type ImportSource,
  type ImportText,
  importBatchKeysMax,
  type KeyName
} from "./import-source.ts"
import { type PlannedKey, planBatch, planRemoval } from "./planned-keys.ts"
import { writeBatch } from "./write-batch.ts"

/** The database's statistics are refreshed after this number of keys, and each time that the number has doubled. */
export const statisticsKeysMin = 2_000

/** The branch of an import, and its steps besides applying its keys. */
export interface ApplySteps<R> {
  /** null: the default branch. */
  readonly branchId: number | null
  /** The parameters of the revision; absent: none. */
  readonly revisionParams?: JsonObject | null
  /**
   * Receives what happens to the keys of each batch before anything of the batch is written, and the imported keys in the same
   * order, none of keys that are removed.
   */
  readonly check?: (
    planned: ReadonlyArray<PlannedKey>,
    imported: ReadonlyArray<ImportKey>
  ) => Effect.Effect<void, DomainError, R>
  /** Receives the number of processed keys after each batch. */
  readonly onBatch?: (doneKeys: number) => Effect.Effect<void>
  /** Runs after all keys are written. */
  readonly finish?: (
    revision: Effect.Effect<OpenRevision>,
    project: ContentProject
  ) => Effect.Effect<void, DomainError, R>
}

/**
 * Decides about every text of the source and writes the changes as one activity; without a change nothing is recorded.
 * All or nothing: runs inside the transaction of the caller, which an error rolls back. Fails for protected branches that the caller
 * may not change.
 */
export const applyImport = Effect.fn("applyImport")(function* <R>(
  authority: ImportAuthority,
  options: ApplyOptions,
  source: ImportSource<R>,
  { branchId, revisionParams = null, check, onBatch, finish }: ApplySteps<R>
) {
  const locked = yield* lockContentProject(authority.projectId, authority.caller.userId)
  const project = yield* enterBranch(locked, { branchId }, changesProtectedBranches(authority.effectiveScopes))
  const run = yield* startRun(authority, options, project, yield* findImportedKeys(project))
  const { at, findings, keyIds, reporter } = run
  const revision = yield* openWhenNeeded(project, authority, revisionParams)
  const repository = yield* KeyRepository
  let doneKeys = 0
  let statisticsDue = statisticsKeysMin
  for (;;) {
    const keys = yield* source.next
    if (keys.length === 0) break
    yield* applyKeys(run, keys, revision.open, check)
    doneKeys += keys.length
    if (doneKeys >= statisticsDue) {
      yield* repository.refreshStatistics(project.projectId)
      statisticsDue = 2 * doneKeys
    }
    if (onBatch !== undefined) yield* onBatch(doneKeys)
  }
  const error = rejectionOf(findings, authority, project, options)
  if (error !== null) return yield* Effect.fail(error())
  if (options.removeOtherKeys) {
    const removeBatch = Effect.fnUntraced(function* (rows: ReadonlyArray<KeyRow>) {
      if (check !== undefined) yield* check(yield* planRemovalOf(project, rows), [])
      const trashed = yield* trashKeys(project.projectId, rows, authority.caller.userId, at)
      yield* (yield* revision.open).add(trashed)
    })
    yield* forEachOtherKey(project, source, keyIds, removeBatch)
  }
  if (finish !== undefined) yield* finish(revision.open, project)
  yield* revision.close
  const applied: AppliedImport = {
    unresolvedConflicts: findings.unresolved,
    keyIds,
    report: reporter.report()
  }
  return applied
})

/** One transaction of an import: all of it, or a batch. */
interface ApplyRun {
  readonly authority: ImportAuthority
  readonly options: ApplyOptions
  readonly project: ContentProject
  readonly findKeys: FindImportedKeys
  readonly lastPositions: Map<string | null, number>
  readonly findings: ReturnType<typeof startFindings>
  readonly reporter: ImportReporter
  readonly keyIds: Array<number>
  /** Epoch milliseconds. */
  readonly at: number
}

export const startRun = Effect.fnUntraced(function* (
  authority: ImportAuthority,
  options: ApplyOptions,
  project: ContentProject,
  findKeys: FindImportedKeys,
  lastPositions: ReadonlyMap<string | null, number> = new Map()
) {
  const run: ApplyRun = {
    authority,
    options,
    project,
    findKeys,
    lastPositions: new Map(lastPositions),
    findings: startFindings(),
    reporter: startImportReport(),
    keyIds: [],
    at: yield* Clock.currentTimeMillis
  }
  return run
})

/** Decides about some keys, and writes them unless the import is rejected by now. */
export const applyKeys = Effect.fnUntraced(function* <R>(
  run: ApplyRun,
  keys: ReadonlyArray<ImportKey>,
  openRevision: Effect.Effect<OpenRevision>,
  check: ApplySteps<R>["check"]
) {
  const { authority, options, project, findings, keyIds } = run
  const context = { project, options, stateChangeLanguageIds: stateChangeLanguages(authority) }
  const facts = yield* factsOf(project, run.findKeys, keys)
  const batch = decideBatch(context, facts)
  if (check !== undefined) yield* check(planBatch(project, facts.keys, batch), facts.keys)
  addFindings(findings, batch)
  reportBatch(run.reporter, project, batch)
  const positions = yield* positionsOf(project.projectId, facts, run.lastPositions)
  for (const id of batch.untouchedKeyIds) keyIds.push(id)
  // After the first problem nothing more is written, but the decisions continue: the error lists all problems.
  if (batch.keys.length === 0 || rejectionOf(findings, authority, project, options) !== null) return
  const writer = textWriter(authority, true)
  const written = yield* writeBatch(project, batch.keys, positions, options.tagNewKeys, writer, run.at)
  for (const id of written.keyIds) keyIds.push(id)
  if (written.entities.length > 0) yield* (yield* openRevision).add(written)
})

/** The results of a decided import besides the effect on each key. */
export interface DecidedImport {
  /** The error that applying would end with; null: none. */
  readonly rejection: DomainError | null
  readonly report: ImportReport
}

/**
 * Decides as `applyImport`, and writes nothing. `onPlanned` receives what would happen to the keys of each batch, and the
 * imported keys in the same order; null for keys that would be removed. Takes no lock: other writers may change the project
 * between two batches.
 */
export const planImport = Effect.fn("planImport")(function* <R>(
  authority: ImportAuthority,
  options: ApplyOptions,
  project: ContentProject,
  source: ImportSource<R>,
  onPlanned: (
    planned: ReadonlyArray<PlannedKey>,
    imported: ReadonlyArray<ImportKey> | null
  ) => Effect.Effect<void, never, R>
) {
  const context = { project, options, stateChangeLanguageIds: stateChangeLanguages(authority) }
  const findings = startFindings()
  const reporter = startImportReport()
  const findKeys = yield* findImportedKeys(project)
  const keyIds: Array<number> = []
  for (;;) {
    const keys = yield* source.next
    if (keys.length === 0) break
    const facts = yield* factsOf(project, findKeys, keys)
    const batch = decideBatch(context, facts)
    addFindings(findings, batch)
    reportBatch(reporter, project, batch)
    for (const row of facts.rows) if (row !== undefined) keyIds.push(row.id)
    yield* onPlanned(planBatch(project, facts.keys, batch), facts.keys)
  }
  if (options.removeOtherKeys) {
    yield* forEachOtherKey(
      project,
      source,
      keyIds,
      Effect.fnUntraced(function* (rows: ReadonlyArray<KeyRow>) {
        yield* onPlanned(yield* planRemovalOf(project, rows), null)
      })
    )
  }
  const decided: DecidedImport = {
    rejection: rejectionOf(findings, authority, project, options)?.() ?? null,
    report: reporter.report()
  }
  return decided
})

/** A source of keys in memory, for one pass. `prepare` runs for each key when its batch is read. */
export const inBatches = (
  keys: Iterable<ImportKey>,
  { namespaces, mentionedKeys }: Pick<ImportSource, "namespaces" | "mentionedKeys">,
  prepare: (key: ImportKey) => ImportKey = (key) => key
): ImportSource => {
  const iterator = keys[Symbol.iterator]()
  return {
    namespaces,
    mentionedKeys,
    next: Effect.sync(() => {
      const batch: Array<ImportKey> = []
      while (batch.length < importBatchKeysMax) {
        const { done, value } = iterator.next()
        if (done) break
        batch.push(prepare(value))
      }
      return batch
    })
  }
}

/** Reports the keys and values that the decisions left out. */
const reportBatch = (reporter: ImportReporter, project: ContentProject, batch: DecidedBatch): void => {
  for (const { key, languageId, imported, reason } of batch.leftTexts) {
    const broken = reason === "NOT_VALID_ICU" ? findBrokenIcu(project, imported, true) : null
    if (broken === null) continue
    const tag = project.languages.find(({ id }) => id === languageId)?.tag ?? ""
    const mistake = { character: broken.offset + 1, message: broken.message }
    reporter.addIssue(null, translationNotValidIcu(key.name, tag, mistake))
  }
  for (const { name } of batch.keysWithoutCustomValues) reporter.addIssue(null, invalidCustomValues(name, null))
  for (const { name, namespace, isKnown } of batch.skippedKeys) {
    const sentence = isKnown
      ? "The project has this key already; it stays as it is."
      : "The project does not have this key; no keys were to be created."
    reporter.addWarning(null, { keyName: name, keyNamespace: namespace, sentence })
  }
}

const idsOfMentionedKeys = Effect.fnUntraced(function* (place: ContentPlace, mentioned: ReadonlyArray<KeyName>) {
  const keys = yield* KeyRepository
  const ids: Array<number> = []
  for (let offset = 0; offset < mentioned.length; offset += importBatchKeysMax) {
    for (const { id } of yield* keys.findByName(place, mentioned.slice(offset, offset + importBatchKeysMax))) {
      ids.push(id)
    }
  }
  return ids
})

/** The project's rows of these keys, and their texts in the imported languages. */
const factsOf = Effect.fnUntraced(function* (
  project: ContentProject,
  findKeys: FindImportedKeys,
  imported: ReadonlyArray<ImportKey>
) {
  const translations = yield* TranslationRepository
  const formatData = yield* FormatDataRepository
  const projectLanguageIds = new Set(project.languages.map(({ id }) => id))
  // Languages that were deleted since the files were read become unpaired.
  const isGone = ({ languageId }: Pick<ImportText, "languageId">) =>
    languageId !== null && !projectLanguageIds.has(languageId)
  const keys = imported.map((key) =>
    [key.texts, key.formatData, key.customValues].some((said) => said.some(isGone))
      ? {
          ...key,
          texts: key.texts.map((text) => (isGone(text) ? { ...text, languageId: null } : text)),
          formatData: key.formatData.filter((data) => !isGone(data)),
          customValues: key.customValues.map((values) => (isGone(values) ? { ...values, languageId: null } : values))
        }
      : key
  )
  const languageIds = new Set<number>()
  const baseId = project.languages.find(({ base }) => base)?.id
  for (const { texts, formatData, customValues } of keys) {
    for (const { languageId } of texts) if (languageId !== null) languageIds.add(languageId)
    for (const { languageId } of formatData) languageIds.add(languageId)
    for (const { languageId } of customValues) if (languageId !== null) languageIds.add(languageId)
    // Whether the base language says nothing, or was never asked.
    if (customValues.length > 0 && baseId !== undefined) languageIds.add(baseId)
  }
  const rows = yield* findKeys(keys)
  const keyIds = rows.flatMap((row) => row?.id ?? [])
  const found = yield* translations.list(project.projectId, keyIds, [...languageIds])
  const facts: BatchFacts = {
    keys,
    rows,
    translations: found,
    formatData: yield* formatData.list(found.map(({ id }) => id))
  }
  return facts
})

/**
 * Where the new keys of a batch stand, by key; keys that are missing stand behind all others. `lastPositions`: as
 * `positionNewKeys` has them.
 */
const positionsOf = Effect.fnUntraced(function* (
  projectId: number,
  { keys, rows }: BatchFacts,
  lastPositions: Map<string | null, number>
) {
  const repository = yield* KeyRepository
  const positions = new Map<ImportKey, number | null>()
  const hasKnown = rows.some((row) => row !== undefined)
  if (!hasKnown && lastPositions.size === 0) return positions
  const hasNew = rows.includes(undefined)
  // Without new keys only the last key of each namespace matters, to those of the next batch.
  const lastKeys = new Map<string | null, number>()
  for (const [index, { namespace }] of keys.entries()) lastKeys.set(namespace, index)
  const needed = hasNew ? keys.keys() : lastKeys.values()
  const named = [...needed].flatMap((index) => {
    const key = keys[index]
    return key === undefined ? [] : [{ key, row: rows[index] }]
  })
  const known = yield* repository.listPositions(
    projectId,
    named.flatMap(({ row }) => row?.id ?? [])
  )
  const placed = named.flatMap(({ key, row }) => {
    const position = row === undefined ? null : known.get(row.id)
    return position === undefined ? [] : [{ key, named: { namespace: key.namespace, position } }]
  })
  const found = positionNewKeys(
    placed.map(({ named }) => named),
    lastPositions
  )
  for (const [index, { key }] of placed.entries()) positions.set(key, found[index] ?? null)
  return positions
})

/** The revision of the import; the first change opens it. */
export const openWhenNeeded = Effect.fnUntraced(function* (
  { projectId, branchId }: ContentPlace,
  { caller }: ImportAuthority,
  params: JsonObject | null
) {
  const opening = yield* Effect.map(Effect.context<Effect.Services<ReturnType<typeof openRevision>>>(), (services) =>
    Effect.provideContext(
      openRevision({ projectId, branchId, authorId: caller.userId, type: "IMPORT", params }),
      services
    )
  )
  let opened: OpenRevision | null = null
  const open = Effect.gen(function* () {
    opened ??= yield* opening
    return opened
  })
  return { open, close: Effect.suspend(() => opened?.close ?? Effect.succeed(null)) }
})

/**
 * The keys of the source's namespaces that the import does not name, in batches. `namedKeyIds`: ids of the keys that it names
 * with values. Tolgee erases such keys; here they go to the trash and can be restored, like keys that a user deletes.
 */
const forEachOtherKey = Effect.fn("forEachOtherKey")(function* <E, R>(
  place: ContentPlace,
  { namespaces, mentionedKeys }: Pick<ImportSource, "namespaces" | "mentionedKeys">,
  namedKeyIds: ReadonlyArray<number>,
  run: (rows: ReadonlyArray<KeyRow>) => Effect.Effect<void, E, R>
) {
  const keys = yield* KeyRepository
  const namespaceRepository = yield* NamespaceRepository
  const named = new Set([...namedKeyIds, ...(yield* idsOfMentionedKeys(place, mentionedKeys))])
  const found = yield* namespaceRepository.findByName(
    place.projectId,
    namespaces.filter((name) => name !== null)
  )
  const namespaceIds = [...(namespaces.includes(null) ? [null] : []), ...found.map(({ id }) => id)]
  const others = (yield* keys.listIds(place, namespaceIds)).filter((id) => !named.has(id))
  for (let offset = 0; offset < others.length; offset += importBatchKeysMax) {
    yield* run(yield* keys.find(place.projectId, others.slice(offset, offset + importBatchKeysMax)))
  }
})

const planRemovalOf = Effect.fnUntraced(function* (project: ContentProject, rows: ReadonlyArray<KeyRow>) {
  const repository = yield* TranslationRepository
  const translations = yield* repository.list(
    project.projectId,
    rows.map(({ id }) => id),
    null
  )
  return planRemoval(project, rows, translations)
})
