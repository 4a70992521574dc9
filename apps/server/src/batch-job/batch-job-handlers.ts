import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../platform/access/grant.ts"
import { batchJobToModel } from "./batch-job-to-model.ts"
import { cancelBatchJob } from "./cancel-batch-job.ts"
import { findBatchJob } from "./find-batch-job.ts"
import { listBatchJobs, listOwnBatchJobs } from "./list-batch-jobs.ts"
import { listCurrentBatchJobs } from "./list-current-batch-jobs.ts"

export const BatchJobHandlers = HttpApiBuilder.group(Api, "batchJob", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      const { rows, page } = yield* listBatchJobs(access, query)
      return { _embedded: { batchJobs: rows.map((job) => batchJobToModel(access, job)) }, page }
    }),
    listOwn: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      const { rows, page } = yield* listOwnBatchJobs(access, query)
      return { _embedded: { batchJobs: rows.map((job) => batchJobToModel(access, job)) }, page }
    }),
    listCurrent: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      const rows = yield* listCurrentBatchJobs(access)
      return { _embedded: { batchJobs: rows.map((job) => batchJobToModel(access, job)) } }
    }),
    get: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      return batchJobToModel(access, yield* findBatchJob(access, params.jobId, "batch-jobs.view"))
    }),
    cancel: Effect.fnUntraced(function* ({ endpoint, params }) {
      yield* cancelBatchJob(yield* granted(endpoint), params.jobId)
    })
  })
)
