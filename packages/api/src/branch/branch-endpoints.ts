import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { branchId, mergeId, projectId } from "../identifier/path-parameters.ts"

const branchesPath = "/v2/projects/:projectId/branches"
const mergePath = `${branchesPath}/merge` as const
const params = { projectId }
const ofMerge = { ...params, mergeId }
const entering = requires(project([], { shortPath: true }))
/** The body is ignored. */
const never = { success: Schema.Never }

/** The server has no branches. With `feature_not_enabled`, clients continue without. */
export const BranchEndpoints = endpointGroup(
  "branch",
  HttpApiEndpoint.get("list", branchesPath, { params, ...never }).pipe(
    entering,
    described("Rejects with `feature_not_enabled`: the server has no branches.")
  ),
  HttpApiEndpoint.post("create", branchesPath, { params, ...never }).pipe(
    entering,
    described("Rejects with `feature_not_enabled`: the server has no branches.")
  ),
  HttpApiEndpoint.get("find", `${branchesPath}/find`, { params, ...never }).pipe(
    entering,
    described("Rejects with `feature_not_enabled`: the server has no branches.")
  ),
  HttpApiEndpoint.delete("delete", `${branchesPath}/:branchId`, {
    params: { ...params, branchId },
    ...never
  }).pipe(entering, described("Rejects with `feature_not_enabled`: the server has no branches.")),
  HttpApiEndpoint.post("previewMerge", `${mergePath}/preview`, { params, ...never }).pipe(
    entering,
    described("Rejects with `feature_not_enabled`: the server has no branches.")
  ),
  HttpApiEndpoint.post("refreshMerge", `${mergePath}/:mergeId/refresh`, { params: ofMerge, ...never }).pipe(
    entering,
    described("Rejects with `feature_not_enabled`: the server has no branches.")
  ),
  HttpApiEndpoint.get("listMergeChanges", `${mergePath}/:mergeId/changes`, { params: ofMerge, ...never }).pipe(
    entering,
    described("Rejects with `feature_not_enabled`: the server has no branches.")
  ),
  HttpApiEndpoint.post("applyMerge", `${mergePath}/:mergeId/apply`, { params: ofMerge, ...never }).pipe(
    entering,
    described("Rejects with `feature_not_enabled`: the server has no branches.")
  )
)
