import { type DomainError, domainError } from "@dragoman/domain/error"
import { invalidCustomValues } from "@dragoman/domain/import"
import { checkLanguages, checkScopes, stateChangeLanguages } from "@dragoman/domain/permission"
import { KeyRepository, NamespaceRepository, TranslationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { type OpenRevision, openRevision } from "../../../change/activity/record-activity.ts"
import { type ContentProject, lockContentProject } from "../../../change/change-project.ts"
import { trashKeys } from "../../../content/key-editing/change-keys.ts"
import { type DecidedBatch, decideBatch } from "./decide-batch.ts"
import { type AppliedImport, type ImportConflict, type ImportReporter, startImportReport } from "./import-report.ts"
import {
  type ApplyOptions,
  type ImportAuthority,
  type ImportKey,
  type ImportSource,
  importBatchKeysMax,
  type KeyName
} from "./import-source.ts"
import { writeBatch } from "./write-batch.ts"

/** The database's statistics are refreshed after this number of keys, and each time that the number has doubled. */
const statisticsKeysMin = 10_000

/**
 * Decides about every text of the source and writes the changes as one activity; without a change nothing is recorded.
 * All or nothing: runs inside the transaction of the caller, which an error rolls back.
 * `onBatch` receives the number of processed keys after each batch. `finish` runs after all keys are written.
 */
export const applyImport = Effect.fn("applyImport")(function* <R>(
  authority: ImportAuthority,
  options: ApplyOptions,
  source: ImportSource<R>,
  onBatch: (doneKeys: number) => Effect.Effect<void> = () => Effect.void,
  finish: (revision: Effect.Effect<OpenRevision>) => Effect.Effect<void, DomainError, R> = () => Effect.void
) {
  const { projectId } = authority
  const at = yield* Clock.currentTimeMillis
  const project = yield* lockContentProject(projectId)
  const context = { project, options, stateChangeLanguageIds: stateChangeLanguages(authority) }
  const revision = yield* openWhenNeeded(authority)
  const findings = startFindings()
  const keyIds: Array<number> = []
  const reporter = startImportReport()
  const repository = yield* KeyRepository
  let doneKeys = 0
  let statisticsDue = statisticsKeysMin
  for (;;) {
    const keys = yield* source.next
    if (keys.length === 0) break
    const batch = decideBatch(context, yield* factsOf(project, keys))
    addFindings(findings, batch)
    reportBatch(reporter, batch)
    for (const id of batch.untouchedKeyIds) keyIds.push(id)
    // After the first problem nothing more is written, but the decisions continue: the error lists all problems.
    if (batch.keys.length > 0 && rejectionOf(findings, authority, project, options) === null) {
      const written = yield* writeBatch(project, batch.keys, options.tagNewKeys, at)
      for (const id of written.keyIds) keyIds.push(id)
      if (written.entities.length > 0) yield* (yield* revision.open).add(written.entities, written.described)
    }
    doneKeys += keys.length
    if (doneKeys >= statisticsDue) {
      yield* repository.refreshStatistics
      statisticsDue = 2 * doneKeys
    }
    yield* onBatch(doneKeys)
  }
  const error = rejectionOf(findings, authority, project, options)
  if (error !== null) return yield* Effect.fail(error())
  if (options.removeOtherKeys) {
    for (const id of yield* idsOfMentionedKeys(projectId, source.mentionedKeys)) keyIds.push(id)
    yield* removeOtherKeys(authority, source.namespaces, new Set(keyIds), revision.open, at)
  }
  yield* finish(revision.open)
  yield* revision.close
  const applied: AppliedImport = {
    unresolvedConflicts: findings.unresolved,
    keyIds,
    report: reporter.report()
  }
  return applied
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
const reportBatch = (reporter: ImportReporter, batch: DecidedBatch): void => {
  for (const { name } of batch.keysWithoutCustomValues) reporter.addIssue(null, invalidCustomValues(name, null))
  for (const { name, namespace, isKnown } of batch.skippedKeys) {
    const sentence = isKnown
      ? "The project has this key already; it stays as it is."
      : "The project does not have this key; no keys were to be created."
    reporter.addWarning(null, { keyName: name, keyNamespace: namespace, sentence })
  }
}

const idsOfMentionedKeys = Effect.fnUntraced(function* (projectId: number, mentioned: ReadonlyArray<KeyName>) {
  const keys = yield* KeyRepository
  const ids: Array<number> = []
  for (let offset = 0; offset < mentioned.length; offset += importBatchKeysMax) {
    for (const { id } of yield* keys.findByName(projectId, mentioned.slice(offset, offset + importBatchKeysMax))) {
      ids.push(id)
    }
  }
  return ids
})

/** The project's rows of these keys, and their texts in the imported languages. */
const factsOf = Effect.fnUntraced(function* (project: ContentProject, imported: ReadonlyArray<ImportKey>) {
  const keys = yield* KeyRepository
  const translations = yield* TranslationRepository
  const projectLanguageIds = new Set(project.languages.map(({ id }) => id))
  // Languages that were deleted since the files were read become unpaired.
  const isGone = (languageId: number | null) => languageId !== null && !projectLanguageIds.has(languageId)
  const paired = imported.map((key) =>
    key.texts.some(({ languageId }) => isGone(languageId))
      ? {
          ...key,
          texts: key.texts.map((text) => (isGone(text.languageId) ? { ...text, languageId: null } : text))
        }
      : key
  )
  const keyRows = yield* keys.findByName(project.projectId, paired)
  const languageIds = new Set(paired.flatMap(({ texts }) => texts.flatMap(({ languageId }) => languageId ?? [])))
  const rows = yield* translations.list(
    keyRows.map(({ id }) => id),
    [...languageIds]
  )
  return { keys: paired, keyRows, translations: rows }
})

/** The revision of the import; the first change opens it. */
const openWhenNeeded = Effect.fnUntraced(function* ({ projectId, caller }: ImportAuthority) {
  const opening = yield* Effect.map(Effect.context<Effect.Services<ReturnType<typeof openRevision>>>(), (services) =>
    Effect.provideContext(openRevision({ projectId, authorId: caller.userId, type: "IMPORT" }), services)
  )
  let opened: OpenRevision | null = null
  const open = Effect.gen(function* () {
    opened ??= yield* opening
    return opened
  })
  return { open, close: Effect.suspend(() => opened?.close ?? Effect.void) }
})

/** The findings in all batches that may reject the import. */
interface Findings {
  readonly unresolved: Array<ImportConflict>
  readonly unexpected: Array<DecidedBatch["unexpected"][number]>
  readonly rejected: Array<DecidedBatch["rejected"][number]>
  needsPairing: boolean
  readonly writtenLanguageIds: Set<number>
  readonly reviewedLanguageIds: Set<number>
  createsKeys: boolean
  changesKeys: boolean
}

const startFindings = (): Findings => ({
  unresolved: [],
  unexpected: [],
  rejected: [],
  needsPairing: false,
  writtenLanguageIds: new Set(),
  reviewedLanguageIds: new Set(),
  createsKeys: false,
  changesKeys: false
})

const addFindings = (findings: Findings, batch: DecidedBatch): void => {
  for (const one of batch.unresolved) findings.unresolved.push(one)
  for (const one of batch.unexpected) findings.unexpected.push(one)
  for (const one of batch.rejected) findings.rejected.push(one)
  for (const id of batch.writtenLanguageIds) findings.writtenLanguageIds.add(id)
  for (const id of batch.reviewedLanguageIds) findings.reviewedLanguageIds.add(id)
  findings.needsPairing ||= batch.needsPairing
  findings.createsKeys ||= batch.keys.some(({ existing }) => existing === null)
  findings.changesKeys ||= batch.keys.some(({ changes }) => changes.meta)
}

/**
 * The first reason to reject the import, as far as it is decided; null: none. The error is built on demand, because it may
 * name a hundred thousand texts.
 */
const rejectionOf = (
  findings: Findings,
  { effectiveScopes, computedPermission }: ImportAuthority,
  project: ContentProject,
  options: ApplyOptions
): (() => DomainError) | null => {
  const { needsPairing, unexpected, rejected, unresolved } = findings
  const tags = new Map(project.languages.map(({ id, tag }) => [id, tag]))
  if (needsPairing) return () => domainError("existing_language_not_selected")
  if (unexpected.length > 0) {
    return () =>
      domainError(
        "expect_no_conflict_failed",
        unexpected.map(({ id, key }) => ({ id, name: key.name, namespace: key.namespace }))
      )
  }
  if (rejected.length > 0) {
    return () =>
      domainError(
        "import_keys_error",
        rejected.map(({ code, key, languageId }) => [code, key.namespace, key.name, tags.get(languageId) ?? null])
      )
  }
  if (options.errorOnUnresolvedConflict && unresolved.length > 0) {
    return () =>
      domainError(
        "conflict_is_not_resolved",
        unresolved.map((conflict) => ({ ...conflict }))
      )
  }
  const written = [...findings.writtenLanguageIds]
  const reviewed = [...findings.reviewedLanguageIds]
  const error =
    // Descriptions and custom values require the same scope as texts.
    (written.length > 0 || findings.changesKeys ? checkScopes(effectiveScopes, ["translations.edit"]) : null) ??
    (written.length > 0 ? checkLanguages(computedPermission, "translate", written, tags) : null) ??
    (findings.createsKeys ? checkScopes(effectiveScopes, ["keys.create"]) : null) ??
    (reviewed.length > 0 ? checkScopes(effectiveScopes, ["translations.state-edit"]) : null) ??
    (reviewed.length > 0 ? checkLanguages(computedPermission, "stateChange", reviewed, tags) : null)
  return error && (() => error)
}

/**
 * Moves the keys of these namespaces that the import does not name to the trash. Tolgee erases them; here they can be
 * restored, like keys that a user deletes. `at`: epoch milliseconds.
 */
const removeOtherKeys = Effect.fn("removeOtherKeys")(function* (
  { projectId, caller }: ImportAuthority,
  namespaces: ReadonlyArray<string | null>,
  namedKeyIds: ReadonlySet<number>,
  openRevision: Effect.Effect<OpenRevision>,
  at: number
) {
  const keys = yield* KeyRepository
  const namespaceRepository = yield* NamespaceRepository
  const found = yield* namespaceRepository.findByName(
    projectId,
    namespaces.filter((name) => name !== null)
  )
  const namespaceIds = [...(namespaces.includes(null) ? [null] : []), ...found.map(({ id }) => id)]
  const others = (yield* keys.listIds(projectId, namespaceIds)).filter((id) => !namedKeyIds.has(id))
  for (let offset = 0; offset < others.length; offset += importBatchKeysMax) {
    const rows = yield* keys.find(projectId, others.slice(offset, offset + importBatchKeysMax))
    const { entities, described } = yield* trashKeys(rows, caller.userId, at)
    yield* (yield* openRevision).add(entities, described)
  }
})
