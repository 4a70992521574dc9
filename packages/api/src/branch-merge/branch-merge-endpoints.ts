import { mergeChangeTypes } from "@dragoman/domain/branch"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { BranchMergeSummaryModel } from "../branch/branch-model.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { changeId, mergeId, projectId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  ApplyBranchMergeBody,
  BranchMergeChangeModel,
  BranchMergeConflictModel,
  BranchMergeModel,
  BranchMergePreviewBody,
  ResolveAllConflictsBody,
  ResolveChangeBody
} from "./branch-merge-model.ts"

const mergesPath = "/v2/projects/:projectId/branches/merge"
const mergePath = `${mergesPath}/:mergeId` as const
const changesPath = `${mergePath}/changes` as const
const ofMerge = { projectId, mergeId }
const nothing = HttpApiSchema.Empty(200)
const managing = requires(project(["project.edit"], { shortPath: true }))

/** Merges of branches into those that they were made from. */
export const BranchMergeEndpoints = endpointGroup(
  "branchMerge",
  HttpApiEndpoint.post("create", `${mergesPath}/preview`, {
    params: { projectId },
    payload: BranchMergePreviewBody,
    success: BranchMergeSummaryModel
  }).pipe(managing, described("Compares a branch with the one that it was made from, and stores the comparison.")),
  HttpApiEndpoint.get("list", mergesPath, {
    params: { projectId },
    query: listQuery("branchMerges"),
    success: pageOf("branchMerges", BranchMergeModel)
  }).pipe(managing, described("Lists comparisons and merges of the branches of a project, the newest first.")),
  HttpApiEndpoint.get("find", `${mergePath}/preview`, { params: ofMerge, success: BranchMergeModel }).pipe(
    managing,
    described("Returns a comparison or a merge.")
  ),
  HttpApiEndpoint.post("refresh", `${mergePath}/refresh`, { params: ofMerge, success: BranchMergeModel }).pipe(
    managing,
    described("Compares the branches again. Chosen sides stay where both keys of a conflict are the same.")
  ),
  HttpApiEndpoint.get("listChanges", changesPath, {
    params: ofMerge,
    query: {
      ...listQuery("branchMergeChanges"),
      type: field(
        Schema.optional(Schema.Literals(mergeChangeTypes)),
        "Only changes of this type; absent: of all types."
      )
    },
    success: pageOf("branchMergeChanges", BranchMergeChangeModel)
  }).pipe(managing, described("Lists the changes that a merge makes.")),
  HttpApiEndpoint.get("findChange", `${changesPath}/:changeId`, {
    params: { ...ofMerge, changeId },
    success: BranchMergeChangeModel
  }).pipe(managing, described("Returns one change that a merge makes.")),
  HttpApiEndpoint.get("listConflicts", `${mergePath}/conflicts`, {
    params: ofMerge,
    query: listQuery("branchMergeChanges"),
    success: pageOf("branchMergeConflicts", BranchMergeConflictModel)
  }).pipe(managing, described("Lists the conflicts of a merge.")),
  HttpApiEndpoint.put("resolve", `${mergePath}/resolve`, {
    params: ofMerge,
    payload: ResolveChangeBody,
    success: nothing
  }).pipe(managing, described("Chooses the side of a change. TARGET leaves an addition, an update or a deletion out.")),
  HttpApiEndpoint.put("resolveAll", `${mergePath}/resolve-all`, {
    params: ofMerge,
    payload: ResolveAllConflictsBody,
    success: nothing
  }).pipe(managing, described("Chooses the side of all conflicts.")),
  HttpApiEndpoint.post("apply", `${mergePath}/apply`, {
    params: ofMerge,
    payload: [ApplyBranchMergeBody, Schema.Null],
    success: nothing
  }).pipe(
    managing,
    described("Merges the branch: all changes or none. Then deletes the branch, unless the body says otherwise.")
  ),
  HttpApiEndpoint.delete("delete", mergePath, { params: ofMerge, success: nothing }).pipe(
    managing,
    described("Deletes a comparison, or the record of a merge; what was merged stays.")
  )
)
