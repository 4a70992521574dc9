import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { anyOf, project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { jobId, projectId } from "../identifier/path-parameters.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery, pageQuery } from "../page/page-query.ts"
import { BatchJobModel, FailedTextModel, PlaygroundResultModel, PlaygroundResultsBody } from "./batch-job-model.ts"

const params = { projectId }
const jobPath = "/v2/projects/:projectId/batch-jobs/:jobId"
const ofJob = { ...params, jobId }
/** Users see and cancel their own jobs without the scope. */
const requiresViewing = requires(anyOf(["batch-jobs.view", null], { shortPath: true }))

/** Batch jobs of a project. */
export const BatchJobEndpoints = endpointGroup(
  "batchJob",
  HttpApiEndpoint.get("list", "/v2/projects/:projectId/batch-jobs", {
    params,
    query: listQuery("batchJobs"),
    success: pageOf("batchJobs", BatchJobModel)
  }).pipe(requires(project(["batch-jobs.view"], { shortPath: true })), described("Lists the batch jobs of a project.")),
  HttpApiEndpoint.get("listOwn", "/v2/projects/:projectId/my-batch-jobs", {
    params,
    query: listQuery("batchJobs"),
    success: pageOf("batchJobs", BatchJobModel)
  }).pipe(requires(project([], { shortPath: true })), described("Lists the caller's batch jobs in a project.")),
  HttpApiEndpoint.get("listCurrent", "/v2/projects/:projectId/current-batch-jobs", {
    params,
    success: listOf("batchJobs", BatchJobModel)
  }).pipe(requiresViewing, described("Lists the batch jobs of a project that are running or have just ended.")),
  HttpApiEndpoint.get("get", jobPath, { params: ofJob, success: BatchJobModel }).pipe(
    requiresViewing,
    described("Returns a batch job. Jobs of other users require `batch-jobs.view`.")
  ),
  HttpApiEndpoint.get("listFailedTexts", `${jobPath}/failed-texts`, {
    params: ofJob,
    query: pageQuery(),
    success: pageOf("failedTexts", FailedTextModel)
  }).pipe(
    requiresViewing,
    described(
      "Lists the texts that a machine could not translate, or that find and replace left, with the reasons, by key and language."
    )
  ),
  HttpApiEndpoint.post("listPlaygroundResults", "/v2/projects/:projectId/ai-playground-result", {
    params,
    payload: PlaygroundResultsBody,
    success: listOf("results", PlaygroundResultModel)
  }).pipe(
    requires(project(["project.edit"], { shortPath: true })),
    described("Lists the translations of the caller's latest playground job, by key and language.")
  ),
  HttpApiEndpoint.put("cancel", `${jobPath}/cancel`, { params: ofJob, success: HttpApiSchema.Empty(200) }).pipe(
    requires(anyOf(["batch-jobs.cancel", null], { shortPath: true })),
    described("Cancels a batch job. Jobs of other users require `batch-jobs.cancel`.")
  )
)
