import type { Json } from "@dragoman/domain/error"
import { Database, type ImportPlanKeyRow, ImportPlanRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { lockContentProject } from "../../../change/change-project.ts"
import { failWith } from "../../../platform/fail.ts"
import { requireCurrentPermission } from "../../../service/access/current-permission.ts"
import { announceImport } from "../applying/announce-import.ts"
import { applyImport } from "../applying/apply-import.ts"
import { joinReports } from "../applying/import-report.ts"
import { type ImportKey, type ImportSource, importBatchKeysMax, importUserOf } from "../applying/import-source.ts"
import type { PlannedKey } from "../applying/planned-keys.ts"
import type { ApplyPlan } from "../thread/import-messages.ts"
import type { PlannedRequest } from "./import-plan.ts"
import { isSameTarget, toTarget } from "./read-files-at-once.ts"

/** Keys that the error names. */
const outdatedKeysMax = 100

/**
 * Applies a plan of the caller and removes it, all in one transaction. What happens to each key is decided again under the
 * lock of the project: where it is not what the plan says, nothing is changed.
 */
export const applyPlan = Effect.fn("applyPlan")(function* ({ authority, planId, now }: ApplyPlan) {
  const database = yield* Database
  const plans = yield* ImportPlanRepository
  const startedAt = yield* Clock.currentTimeMillis
  const applying = Effect.gen(function* () {
    const project = yield* lockContentProject(authority.projectId)
    const taken = yield* plans.take(importUserOf(authority), planId, now)
    // Expired, or applied by another request.
    if (Option.isNone(taken)) return yield* failWith("resource_not_found")
    const request: PlannedRequest = JSON.parse(taken.value.request)
    const target = { ...request.target, languageIdsByTag: new Map(request.target.languageIdsByTag) }
    if (!isSameTarget(target, toTarget(project))) return yield* failWith("import_plan_outdated", [])
    const { source, check, finish } = plannedSource(plans, planId, request)
    const { branchId = null, options, revisionParams = null } = request
    const applied = yield* applyImport(authority, options, source, { branchId, revisionParams, check, finish })
    yield* requireCurrentPermission(authority)
    yield* announceImport(authority, startedAt, applied.keyIds.length)
    return {
      unresolvedConflicts: applied.unresolvedConflicts,
      report: joinReports(request.report, applied.report)
    }
  })
  return yield* database.transaction(applying)
})

/** The imported keys of a plan, and the comparison of what is decided about them now with what the plan says. */
const plannedSource = (
  plans: ImportPlanRepository["Service"],
  planId: number,
  { namespaces, mentionedKeys }: PlannedRequest
) => {
  /** Read and not compared yet; keys that would be removed come last. */
  let rows: ReadonlyArray<ImportPlanKeyRow> = []
  let position = 0
  const readRows = Effect.gen(function* () {
    rows = yield* plans.listKeysFrom(planId, position, importBatchKeysMax)
  })
  const source: ImportSource = {
    namespaces,
    mentionedKeys,
    next: Effect.gen(function* () {
      yield* readRows
      return rows.flatMap(({ imported }): ReadonlyArray<ImportKey> => (imported === null ? [] : [JSON.parse(imported)]))
    })
  }
  const check = Effect.fnUntraced(function* (planned: ReadonlyArray<PlannedKey>) {
    if (rows.length < planned.length) yield* readRows
    const outdated = planned.filter((key, index) => JSON.stringify(key) !== rows[index]?.change)
    if (outdated.length > 0) return yield* failOutdated(outdated)
    position += planned.length
    rows = rows.slice(planned.length)
  })
  /** A key that the plan removes is gone. */
  const finish = Effect.fnUntraced(function* () {
    yield* readRows
    if (rows.length > 0) yield* failOutdated(rows.map(({ change }): PlannedKey => JSON.parse(change)))
  })
  return { source, check, finish }
}

const failOutdated = (keys: ReadonlyArray<PlannedKey>) =>
  failWith(
    "import_plan_outdated",
    keys.slice(0, outdatedKeysMax).map(({ namespace, name }): Json => ({ keyName: name, keyNamespace: namespace }))
  )
