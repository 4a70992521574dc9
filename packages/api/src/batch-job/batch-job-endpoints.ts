import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { BatchJobModel } from "./batch-job-model.ts"

const params = { projectId: PathId }
const jobPath = "/v2/projects/:projectId/batch-jobs/:jobId"
const ofJob = { ...params, jobId: PathId }
/** Everybody sees and cancels their own jobs; those of others need a scope. */
const entering = requires(project([], { shortPath: true }))

/** Batch jobs that were started. Source: reference "content-api" 4.6. */
export const BatchJobEndpoints = endpointGroup(
  "batchJob",
  HttpApiEndpoint.get("list", "/v2/projects/:projectId/batch-jobs", {
    params,
    query: listQuery("batchJobs"),
    success: pageOf("batchJobs", BatchJobModel)
  }).pipe(requires(project(["batch-jobs.view"], { shortPath: true }))),
  HttpApiEndpoint.get("listOwn", "/v2/projects/:projectId/my-batch-jobs", {
    params,
    query: listQuery("batchJobs"),
    success: pageOf("batchJobs", BatchJobModel)
  }).pipe(entering),
  HttpApiEndpoint.get("listCurrent", "/v2/projects/:projectId/current-batch-jobs", {
    params,
    success: listOf("batchJobs", BatchJobModel)
  }).pipe(entering),
  HttpApiEndpoint.get("get", jobPath, { params: ofJob, success: BatchJobModel }).pipe(entering),
  HttpApiEndpoint.put("cancel", `${jobPath}/cancel`, { params: ofJob, success: HttpApiSchema.Empty(200) }).pipe(
    entering
  )
)
