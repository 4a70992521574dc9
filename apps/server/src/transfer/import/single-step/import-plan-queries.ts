import {
  type ImportPlanChangeModel,
  type ImportPlanModel,
  type ImportResultModel,
  importPlanActions
} from "@dragoman/api"
import { type ListQuery, pageMetadata, pageRequest, pageRows } from "@dragoman/domain/page"
import { type BranchNames, ImportPlanRepository, type ImportPlanRow, LanguageRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { readBranchNames } from "../../../change/branch-place.ts"
import { failWith } from "../../../platform/fail.ts"
import { paged } from "../../../platform/paged.ts"
import type { ProjectAccess } from "../../../service/access/access.ts"
import { importUserOf } from "../applying/import-source.ts"
import { countOfAction, type PlannedAction, type PlannedKey } from "../applying/planned-keys.ts"
import type { ImportPlanSummary, PlannedRequest } from "./import-plan.ts"

type Access = ProjectAccess<"translations.view">

/** Reads the caller's plans in this project, the newest first. */
export const listImportPlans = Effect.fn("listImportPlans")(function* (
  access: Access,
  query: ListQuery<"importPlans">
) {
  const plans = yield* ImportPlanRepository
  const now = yield* Clock.currentTimeMillis
  const { rows, page } = yield* paged("importPlans", query, (request) => plans.list(importUserOf(access), now, request))
  const branchNames = yield* readBranchNames(access)
  return { plans: rows.map((row) => toPlanModel(row, branchNames)), page }
})

/** Reads a plan of the caller, with the report of reading its files. */
export const getImportPlan = Effect.fn("getImportPlan")(function* (access: Access, planId: number) {
  const row = yield* findPlan(access, planId)
  const plan = toPlanModel(row, yield* readBranchNames(access))
  const model: ImportResultModel = { unresolvedConflicts: null, ...summaryOf(row).report, plan }
  return model
})

/** Counts the keys that the files of a plan name, and those that it removes. */
export const countPlannedKeys = Effect.fn("countPlannedKeys")(function* (access: Access, planId: number) {
  return totalOf(summaryOf(yield* findPlan(access, planId)), null)
})

/** Reads a page of a plan's effects, key by key, in the order of the files; removed keys come last. */
export const listImportPlanChanges = Effect.fn("listImportPlanChanges")(function* (
  access: Access,
  planId: number,
  query: ListQuery<"unsorted"> & { readonly action?: ReadonlyArray<PlannedAction> | undefined }
) {
  const plans = yield* ImportPlanRepository
  const actions = query.action === undefined ? null : [...new Set(query.action)]
  const total = totalOf(summaryOf(yield* findPlan(access, planId)), actions)
  const request = pageRequest("unsorted", query)
  const rows = yield* plans.listKeys(planId, actions, pageRows(request))
  const mayView = yield* viewableLanguages(access)
  return {
    changes: rows.map(({ change }) => toChangeModel(JSON.parse(change), mayView)),
    page: pageMetadata(request, total)
  }
})

const findPlan = Effect.fnUntraced(function* (access: Access, planId: number) {
  const plans = yield* ImportPlanRepository
  const found = yield* plans.find(importUserOf(access), planId, yield* Clock.currentTimeMillis)
  return Option.isSome(found) ? found.value : yield* failWith("resource_not_found")
})

const summaryOf = ({ summary }: ImportPlanRow): ImportPlanSummary => JSON.parse(summary ?? "{}")

const totalOf = ({ keyCounts }: ImportPlanSummary, actions: ReadonlyArray<PlannedAction> | null): number =>
  (actions ?? importPlanActions).reduce((sum, action) => sum + keyCounts[countOfAction[action]], 0)

const toPlanModel = (row: ImportPlanRow, branchNames: BranchNames): ImportPlanModel => {
  const { keyCounts, textCounts, rejection } = summaryOf(row)
  const { id, createdAt, expiresAt, request } = row
  const { branchId = null }: PlannedRequest = JSON.parse(request)
  return { id, createdAt, expiresAt, branch: branchNames.get(branchId) ?? null, keyCounts, textCounts, rejection }
}

/** Whether the caller may see the project's texts in the language of a tag. */
const viewableLanguages = Effect.fnUntraced(function* ({ projectId, computedPermission }: Access) {
  const { viewLanguageIds } = computedPermission
  if (viewLanguageIds === null) return () => true
  const languages = yield* LanguageRepository
  const viewable = new Set(viewLanguageIds)
  const tags = new Set(
    (yield* languages.listOfProject(projectId)).flatMap(({ id, tag }) => (viewable.has(id) ? [tag] : []))
  )
  return (tag: string | null) => tag !== null && tags.has(tag)
})

const toChangeModel = (
  { name, namespace, texts, ...change }: PlannedKey,
  mayView: (tag: string | null) => boolean
): ImportPlanChangeModel => ({
  keyName: name,
  keyNamespace: namespace,
  ...change,
  texts: texts.map((text) => (mayView(text.language) ? text : { ...text, before: null }))
})
