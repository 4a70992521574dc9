import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { applyBranchMerge } from "./apply-branch-merge.ts"
import { findBranchMerge, findMergeChange, listBranchMerges, listMergeChanges } from "./branch-merge-queries.ts"
import { branchMergeToModel } from "./branch-merge-shapes.ts"
import {
  createBranchMerge,
  deleteBranchMerge,
  refreshBranchMerge,
  resolveAllConflicts,
  resolveChange
} from "./change-branch-merges.ts"

export const BranchMergeHandlers = HttpApiBuilder.group(Api, "branchMerge", (handlers) =>
  handlers.handleAll({
    create: withAccess(function* (access, { payload }) {
      const { id, targetBranchName } = yield* createBranchMerge(access, payload)
      return { id, targetBranchName: targetBranchName ?? "", mergedAt: null }
    }),
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listBranchMerges(access, query)
      return { _embedded: { branchMerges: rows.map(branchMergeToModel) }, page }
    }),
    find: withAccess(function* (access, { params }) {
      return branchMergeToModel(yield* findBranchMerge(access, params.mergeId))
    }),
    refresh: withAccess(function* (access, { params }) {
      return branchMergeToModel(yield* refreshBranchMerge(access, params.mergeId))
    }),
    listChanges: withAccess(function* (access, { params, query }) {
      const { changes, page } = yield* listMergeChanges(access, params.mergeId, query.type, query)
      return { _embedded: { branchMergeChanges: changes }, page }
    }),
    findChange: withAccess((access, { params }) => findMergeChange(access, params.mergeId, params.changeId)),
    listConflicts: withAccess(function* (access, { params, query }) {
      const { changes, page } = yield* listMergeChanges(access, params.mergeId, "CONFLICT", query)
      return { _embedded: { branchMergeConflicts: changes.map(({ type: _, ...conflict }) => conflict) }, page }
    }),
    resolve: withAccess((access, { params, payload }) => resolveChange(access, params.mergeId, payload)),
    resolveAll: withAccess((access, { params, payload }) => resolveAllConflicts(access, params.mergeId, payload)),
    apply: withAccess((access, { params, payload }) =>
      Effect.asVoid(applyBranchMerge(access, params.mergeId, payload))
    ),
    delete: withAccess((access, { params }) => deleteBranchMerge(access, params.mergeId))
  })
)
