import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"

const branchesPath = "/v2/projects/:projectId/branches"
const mergePath = `${branchesPath}/merge` as const
const params = { projectId: PathId }
const ofMerge = { ...params, mergeId: PathId }
const entering = requires(project([], { shortPath: true }))
/** Bodies are not looked at, whatever they are. */
const never = { success: Schema.Never }

/**
 * There are no branches. Clients that ask for them are told so at once, with `feature_not_enabled`, and go on without.
 * Source: reference "content-api" 5.1, 5.3.
 */
export const BranchEndpoints = endpointGroup(
  "branch",
  HttpApiEndpoint.get("list", branchesPath, { params, ...never }).pipe(entering),
  HttpApiEndpoint.post("create", branchesPath, { params, ...never }).pipe(entering),
  HttpApiEndpoint.get("find", `${branchesPath}/find`, { params, ...never }).pipe(entering),
  HttpApiEndpoint.delete("delete", `${branchesPath}/:branchId`, {
    params: { ...params, branchId: PathId },
    ...never
  }).pipe(entering),
  HttpApiEndpoint.post("previewMerge", `${mergePath}/preview`, { params, ...never }).pipe(entering),
  HttpApiEndpoint.post("refreshMerge", `${mergePath}/:mergeId/refresh`, { params: ofMerge, ...never }).pipe(entering),
  HttpApiEndpoint.get("listMergeChanges", `${mergePath}/:mergeId/changes`, { params: ofMerge, ...never }).pipe(
    entering
  ),
  HttpApiEndpoint.post("applyMerge", `${mergePath}/:mergeId/apply`, { params: ofMerge, ...never }).pipe(entering)
)
