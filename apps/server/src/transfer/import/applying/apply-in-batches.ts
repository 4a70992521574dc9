import { withImportBatch } from "@dragoman/domain/activity"
import { changesProtectedBranches } from "@dragoman/domain/branch"
import { type DomainError, domainError } from "@dragoman/domain/error"
import { Database, KeyRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import {
  type ContentProject,
  enterBranch,
  lockContentProject,
  readContentProject
} from "../../../change/change-project.ts"
import { requireCurrentPermission } from "../../../service/access/current-permission.ts"
import { type ApplySteps, applyKeys, openWhenNeeded, planImport, startRun, statisticsKeysMin } from "./apply-import.ts"
import { findKeysOfBatch } from "./find-imported-keys.ts"
import { rejectionOf } from "./import-findings.ts"
import { type AppliedImport, type ImportConflict, joinReports, startImportReport } from "./import-report.ts"
import type { ApplyOptions, ImportAuthority, ImportKey, ImportSource } from "./import-source.ts"
import type { PlannedKey } from "./planned-keys.ts"

/** A source of keys, and what the transaction of each of its batches does besides. */
interface BatchSteps<R> extends Omit<ApplySteps<R>, "finish" | "check"> {
  readonly totalKeys: number
  /** Fails when the batch must not be written any more. */
  readonly enter: (project: ContentProject) => Effect.Effect<void, DomainError, R>
  /** Receives what happened to the keys of a batch, after its commit. */
  readonly onWritten: (planned: ReadonlyArray<PlannedKey>, imported: ReadonlyArray<ImportKey>) => void
}

/**
 * Works like `applyImport`, in a transaction and with a revision for each batch, so that other requests write in between; not with
 * `removeOtherKeys`. `source` makes the source anew: all keys are decided first, without a lock, and an import that would be rejected
 * changes nothing. Fails with `import_stopped` for a later batch that cannot be written because the project has changed meanwhile.
 */
export const applyInBatches = Effect.fn("applyInBatches")(function* <S, R>(
  authority: ImportAuthority,
  options: ApplyOptions,
  source: Effect.Effect<ImportSource<S>, never, S>,
  { branchId, revisionParams = null, onBatch, onWritten, enter, totalKeys }: BatchSteps<R>
) {
  const database = yield* Database
  const repository = yield* KeyRepository
  const enterProject = (project: ContentProject) =>
    enterBranch(project, { branchId }, changesProtectedBranches(authority.effectiveScopes))
  const decided = yield* planImport(
    authority,
    options,
    yield* Effect.flatMap(readContentProject(authority), enterProject),
    yield* source,
    () => Effect.void
  )
  if (decided.rejection !== null) return yield* Effect.fail(decided.rejection)
  const { next } = yield* source
  const keyIds: Array<number> = []
  const unresolvedConflicts: Array<ImportConflict> = []
  let report = startImportReport().report()
  let lastPositions: ReadonlyMap<string | null, number> = new Map()
  let firstRevisionId: number | null = null
  let doneKeys = 0
  /** For as long as the batch before had the lock, others have it then. */
  let pauseMillis = 0
  let statisticsDue = statisticsKeysMin
  for (;;) {
    const keys = yield* next
    if (keys.length === 0) break
    // Without a pause the next batch would be first again, and each let one of the waiting requests pass.
    yield* Effect.sleep(pauseMillis)
    const importBatch = { firstRevisionId, importedKeys: doneKeys + keys.length, totalKeys }
    const params = withImportBatch(firstRevisionId === null ? revisionParams : null, importBatch)
    const writing = Effect.gen(function* () {
      const project = yield* enterProject(yield* lockContentProject(authority.projectId, authority.caller.userId))
      const lockedAt = yield* Clock.currentTimeMillis
      yield* enter(project)
      const run = yield* startRun(authority, options, project, yield* findKeysOfBatch(project), lastPositions)
      const revision = yield* openWhenNeeded(project, authority, params)
      let planned: ReadonlyArray<PlannedKey> = []
      yield* applyKeys(run, keys, revision.open, (found) =>
        Effect.sync(() => {
          planned = found
        })
      )
      const error = rejectionOf(run.findings, authority, project, options)
      if (error !== null) return yield* Effect.fail(error())
      const revisionId = yield* revision.close
      if (importBatch.importedKeys >= statisticsDue) yield* repository.refreshStatistics(project.projectId)
      yield* requireCurrentPermission(authority)
      return { run, planned, revisionId, lockedAt }
    })
    const { run, planned, revisionId, lockedAt }: Effect.Success<typeof writing> = yield* Effect.mapError(
      database.transaction(writing),
      (error) => (doneKeys === 0 ? error : domainError("import_stopped", [doneKeys, totalKeys, reasonOf(error)]))
    )
    pauseMillis = (yield* Clock.currentTimeMillis) - lockedAt
    doneKeys += keys.length
    if (doneKeys >= statisticsDue) statisticsDue = 2 * doneKeys
    firstRevisionId ??= revisionId
    lastPositions = run.lastPositions
    for (const id of run.keyIds) keyIds.push(id)
    for (const conflict of run.findings.unresolved) unresolvedConflicts.push(conflict)
    report = joinReports(report, run.reporter.report())
    onWritten(planned, keys)
    if (onBatch !== undefined) yield* onBatch(doneKeys)
  }
  const applied: AppliedImport = { unresolvedConflicts, keyIds, report }
  return applied
})

/** Names the error of a batch; null: it is no other one than that the project has changed. */
const reasonOf = (error: DomainError): string | null =>
  error.kind === "code" && error.code !== "import_stopped" ? error.code : null
