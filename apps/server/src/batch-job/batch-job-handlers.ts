import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../platform/access/access.ts"
import { batchJobToModel } from "./batch-job-to-model.ts"
import { cancelBatchJob } from "./cancel-batch-job.ts"
import { findBatchJob } from "./find-batch-job.ts"
import { listBatchJobs, listOwnBatchJobs } from "./list-batch-jobs.ts"
import { listCurrentBatchJobs } from "./list-current-batch-jobs.ts"

export const BatchJobHandlers = HttpApiBuilder.group(Api, "batchJob", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listBatchJobs(access, query)
      return { _embedded: { batchJobs: rows.map((job) => batchJobToModel(access, job)) }, page }
    }),
    listOwn: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listOwnBatchJobs(access, query)
      return { _embedded: { batchJobs: rows.map((job) => batchJobToModel(access, job)) }, page }
    }),
    listCurrent: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      const rows = yield* listCurrentBatchJobs(access)
      return { _embedded: { batchJobs: rows.map((job) => batchJobToModel(access, job)) } }
    }),
    get: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return batchJobToModel(access, yield* findBatchJob(access, params.jobId, "batch-jobs.view"))
    }),
    cancel: Effect.fnUntraced(function* ({ endpoint, params }) {
      yield* cancelBatchJob(yield* accessOf(endpoint), params.jobId)
    })
  })
)
