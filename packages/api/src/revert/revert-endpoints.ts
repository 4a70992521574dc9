import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { conflicting, described, endpointGroup } from "../endpoint-group.ts"
import { jobId, projectId, revisionId } from "../identifier/path-parameters.ts"
import { RevertActivityBody, RevertBody, RevertModel } from "./revert-model.ts"

const path = "/v2/projects/:projectId"
const requiresViewing = requires(project(["activity.view"], { shortPath: true }))
const rights =
  "Each value needs the scope that writing it needs, in its language too; values that the caller may not write are conflicts. Not in Tolgee's API."
const onConflict = conflicting(
  "Conflict: `revert_conflicts`, some values have been changed since or cannot come back, `params[0]` is their number; `revert_outdated`, the project has changed since the preview; or `revert_too_old`, the server has dropped activity that the revert needs, `params[0]` is the time of the newest one in epoch milliseconds. Nothing was changed."
)

/** Reverts of changes. Not in Tolgee's API. */
export const RevertEndpoints = endpointGroup(
  "revert",
  HttpApiEndpoint.post("revision", `${path}/revisions/:revisionId/revert`, {
    params: { projectId, revisionId },
    payload: RevertBody,
    success: RevertModel
  }).pipe(
    requiresViewing,
    described(`Reverts an activity revision, such as an import or a merge, or previews that. ${rights}`),
    onConflict
  ),
  HttpApiEndpoint.post("activity", `${path}/activity/revert`, {
    params: { projectId },
    payload: RevertActivityBody,
    success: RevertModel
  }).pipe(
    requiresViewing,
    described(`Reverts the changes of a user on a branch, in a time, or previews that. ${rights}`),
    onConflict
  ),
  HttpApiEndpoint.post("batchJob", `${path}/batch-jobs/:jobId/revert`, {
    params: { projectId, jobId },
    payload: RevertBody,
    success: RevertModel
  }).pipe(
    requiresViewing,
    described(`Reverts the changes of a finished batch job, or previews that. ${rights}`),
    onConflict
  )
)
