import type { SingleStepImportParams } from "@dragoman/api"
import { Database, ImportStagingRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { lockContentProject } from "../../../change/change-project.ts"
import { failWith } from "../../../platform/fail.ts"
import { requireCurrentPermission } from "../../../service/access/current-permission.ts"
import { announceImport } from "../applying/announce-import.ts"
import { applyImport, inBatches } from "../applying/apply-import.ts"
import { applyInBatches } from "../applying/apply-in-batches.ts"
import { joinReports } from "../applying/import-report.ts"
import { type ApplyOptions, importBatchKeysMax } from "../applying/import-source.ts"
import type { SingleStepImport } from "../thread/import-messages.ts"
import { isSameTarget, readFiles, toTarget } from "./read-files-at-once.ts"

/**
 * Reads the files of a request and applies them, all or nothing unless the request wants batches. The files are read before the transaction begins. If the
 * project's languages, placeholders or namespaces have changed by then, they are read again under its lock.
 */
export const importFilesAtOnce = Effect.fn("importFilesAtOnce")(function* (singleStep: SingleStepImport) {
  const { authority, branchId, params } = singleStep
  const database = yield* Database
  const staging = yield* ImportStagingRepository
  const startedAt = yield* Clock.currentTimeMillis
  const before = yield* staging.findTarget(authority.projectId)
  if (Option.isNone(before)) return yield* failWith("project_not_found")
  const readBefore = yield* readFiles(singleStep, before.value)
  const totalKeys = countKeys(readBefore.collection.keys())
  const options = toApplyOptions(params)
  if (params.inBatches === true && !options.removeOtherKeys && totalKeys > importBatchKeysMax) {
    const { revisionParams } = readBefore
    const source = Effect.sync(() => inBatches(readBefore.collection.keys(), readBefore))
    const applied = yield* applyInBatches(authority, options, source, {
      branchId,
      revisionParams,
      totalKeys,
      // Files are read by what the project has.
      enter: (project) =>
        isSameTarget(before.value, toTarget(project)) ? Effect.void : failWith("import_stopped", [0, totalKeys, null]),
      onWritten: () => {}
    })
    yield* database.transaction(announceImport(authority, startedAt, applied.keyIds.length))
    return { unresolvedConflicts: applied.unresolvedConflicts, report: joinReports(readBefore.report, applied.report) }
  }
  const applying = Effect.gen(function* () {
    const target = toTarget(yield* lockContentProject(authority.projectId))
    const read = isSameTarget(before.value, target) ? readBefore : yield* readFiles(singleStep, target)
    const { revisionParams } = read
    const source = inBatches(read.collection.keys(), read)
    const applied = yield* applyImport(authority, options, source, { branchId, revisionParams })
    yield* requireCurrentPermission(authority)
    yield* announceImport(authority, startedAt, applied.keyIds.length)
    return { unresolvedConflicts: applied.unresolvedConflicts, report: joinReports(read.report, applied.report) }
  })
  return yield* database.transaction(applying)
})

const countKeys = (keys: Iterable<unknown>): number => {
  let count = 0
  for (const _ of keys) count++
  return count
}

/** The options of a request, with their defaults. */
export const toApplyOptions = (params: SingleStepImportParams): ApplyOptions => {
  const forceMode = params.forceMode ?? "NO_FORCE"
  return {
    forceMode,
    overrideMode: params.overrideMode ?? "RECOMMENDED",
    errorOnUnresolvedConflict: params.errorOnUnresolvedConflict ?? forceMode === "NO_FORCE",
    overrideKeyDescriptions: params.overrideKeyDescriptions ?? false,
    importEmptyValues: params.importEmptyValues ?? false,
    createNewKeys: params.createNewKeys ?? true,
    skipExistingKeys: false,
    tagNewKeys: params.tagNewKeys ?? [],
    removeOtherKeys: params.removeOtherKeys ?? false
  }
}
