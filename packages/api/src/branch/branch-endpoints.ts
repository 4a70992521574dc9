import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { branchId, projectId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { BranchModel, BranchProtectionBody, CreateBranchBody, RenameBranchBody } from "./branch-model.ts"

const branchesPath = "/v2/projects/:projectId/branches"
const branchPath = `${branchesPath}/:branchId` as const
const entering = requires(project([], { shortPath: true }))
const managing = requires(project(["project.edit"], { shortPath: true }))

/** Branches of a project. */
export const BranchEndpoints = endpointGroup(
  "branch",
  HttpApiEndpoint.get("list", branchesPath, {
    params: { projectId },
    query: {
      ...listQuery("branches"),
      search: field(Schema.optional(Schema.String), "Only branches whose name contains this text, in any case.")
    },
    success: pageOf("branches", BranchModel)
  }).pipe(entering, described("Lists the branches of a project, also those that are being created.")),
  HttpApiEndpoint.get("find", `${branchesPath}/find`, {
    params: { projectId },
    query: {
      name: field(Schema.optional(Schema.String), "Name of the branch; absent or blank: the default branch.")
    },
    success: BranchModel
  }).pipe(entering, described("Finds a branch by its name.")),
  HttpApiEndpoint.post("create", branchesPath, {
    params: { projectId },
    payload: CreateBranchBody,
    success: BranchModel
  }).pipe(
    managing,
    described("Creates a branch with copies of all keys of another one; responds when it can be used.")
  ),
  HttpApiEndpoint.post("rename", branchPath, {
    params: { projectId, branchId },
    payload: RenameBranchBody,
    success: BranchModel
  }).pipe(managing, described("Renames a branch, also the default one.")),
  HttpApiEndpoint.post("protect", `${branchPath}/protected`, {
    params: { projectId, branchId },
    payload: BranchProtectionBody,
    success: BranchModel
  }).pipe(managing, described("Protects a branch, or ends its protection.")),
  HttpApiEndpoint.delete("delete", branchPath, {
    params: { projectId, branchId },
    success: HttpApiSchema.Empty(200)
  }).pipe(
    managing,
    described("Deletes a branch with its content. Its name is free at once; its rows are erased in the background.")
  )
)
