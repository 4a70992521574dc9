import { changesProtectedBranches, checkBranchWrites } from "@dragoman/domain/branch"
import { Database, ImportPlanRepository, type NewImportPlanKey } from "@dragoman/store"
import { Effect } from "effect"
import { readContentProject } from "../../../change/change-project.ts"
import { inBatches, planImport } from "../applying/apply-import.ts"
import { joinReports } from "../applying/import-report.ts"
import { type ImportKey, importUserOf } from "../applying/import-source.ts"
import { countPlan, type PlannedKey } from "../applying/planned-keys.ts"
import type { PlanFiles } from "../thread/import-messages.ts"
import { toApplyOptions } from "./import-files-at-once.ts"
import { type ImportPlanSummary, importPlanLifetimeMillis, type PlannedRequest, plansMax } from "./import-plan.ts"
import { readFiles, toTarget } from "./read-files-at-once.ts"

/** Errors list so many parameters in a plan; the texts are among its changes. */
const rejectionParamsMax = 100

/**
 * Reads the files of a request and stores what applying them would do, key by key. No client sees the batches before the plan
 * is complete. Changes nothing of the project, and takes no lock of it. Returns the id of the plan.
 */
export const planFiles = Effect.fn("planFiles")(function* ({ now, ...singleStep }: PlanFiles) {
  const { authority, branchId, params } = singleStep
  const database = yield* Database
  const plans = yield* ImportPlanRepository
  const project = { ...(yield* readContentProject(authority)), branchId }
  const target = toTarget(project)
  const read = yield* readFiles(singleStep, target)
  const options = toApplyOptions(params)
  const owner = importUserOf(authority)
  const request: PlannedRequest = {
    branchId,
    options,
    target: { ...target, languageIdsByTag: [...target.languageIdsByTag] },
    namespaces: read.namespaces,
    mentionedKeys: options.removeOtherKeys ? read.mentionedKeys : [],
    report: read.report,
    revisionParams: read.revisionParams
  }
  const planId = yield* database.transaction(
    plans.insert({ owner, request: JSON.stringify(request), createdAt: now, expiresAt: now + importPlanLifetimeMillis })
  )
  const counter = countPlan(project)
  let position = 0
  const { rejection: rejectionOfKeys, report } = yield* planImport(
    authority,
    options,
    project,
    inBatches(read.collection.keys(), read),
    (planned, imported) => {
      counter.add(planned, imported)
      const rows = planned.map((key, index) => toRow(position++, key, imported?.[index] ?? null))
      // A transaction for each batch, so that others can write in between.
      return database.transaction(plans.insertKeys(planId, rows))
    }
  )
  const rejection =
    checkBranchWrites(project, [branchId], changesProtectedBranches(authority.effectiveScopes)) ?? rejectionOfKeys
  const summary: ImportPlanSummary = {
    keyCounts: counter.keyCounts(),
    textCounts: counter.textCounts(),
    rejection:
      rejection === null || rejection.kind !== "code"
        ? null
        : {
            status: rejection.status,
            code: rejection.code,
            params: rejection.params?.slice(0, rejectionParamsMax) ?? null
          },
    report: joinReports(read.report, report)
  }
  yield* database.transaction(
    plans.finish(planId, JSON.stringify(summary)).pipe(Effect.andThen(plans.keepNewest(owner, plansMax, now)))
  )
  return { planId }
})

const toRow = (position: number, planned: PlannedKey, imported: ImportKey | null): NewImportPlanKey => ({
  position,
  action: planned.action,
  imported: imported === null ? null : JSON.stringify(withoutRest(imported)),
  change: JSON.stringify(planned)
})

/** Collected keys have more fields than a plan needs. */
const withoutRest = ({
  namespace,
  name,
  description,
  customValues,
  formatData,
  codeReferences,
  pluralArgumentName,
  tags,
  texts
}: ImportKey): ImportKey => ({
  namespace,
  name,
  description,
  customValues,
  formatData,
  codeReferences,
  pluralArgumentName,
  tags,
  texts
})
