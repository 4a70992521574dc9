import { Api, type ProjectRequirement, type Requiring } from "@dragoman/api"
import {
  type BatchOperationType,
  type BatchStart,
  type batchScopes,
  validateCheckStart,
  validateClearStart,
  validateCopyStart,
  validateKeysStart,
  validateLabelsStart,
  validateMachineTranslateStart,
  validateNamespaceStart,
  validatePlaygroundStart,
  validatePreTranslateStart,
  validateReplaceStart,
  validateStateStart,
  validateTagsStart
} from "@dragoman/domain/batch-job"
import type { Validated } from "@dragoman/domain/validation"
import { Layer } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { HttpApiBuilder } from "effect/http-api"
import { type IdListBody, idListBodies } from "../platform/id-list/decode-id-list.ts"
import { receiveIdList } from "../platform/id-list/id-list-thread.ts"
import { withAccess } from "../service/access/access.ts"
import {
  findBatchJob,
  listBatchJobs,
  listCurrentBatchJobs,
  listFailedTexts,
  listOwnBatchJobs,
  listPlaygroundResults
} from "./batch-job-queries.ts"
import { batchJobToModel, failedTextToModel } from "./batch-job-shapes.ts"
import { cancelBatchJob, startBatchJob } from "./change-batch-jobs.ts"
import { estimateMachineJob } from "./estimate-machine-job.ts"
import { previewReplacements } from "./preview-replacements.ts"

const BatchJobHandlers = HttpApiBuilder.group(Api, "batchJob", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listBatchJobs(access, query)
      return { _embedded: { batchJobs: rows.map((job) => batchJobToModel(access, job)) }, page }
    }),
    listOwn: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listOwnBatchJobs(access, query)
      return { _embedded: { batchJobs: rows.map((job) => batchJobToModel(access, job)) }, page }
    }),
    listCurrent: withAccess(function* (access) {
      const rows = yield* listCurrentBatchJobs(access)
      return { _embedded: { batchJobs: rows.map((job) => batchJobToModel(access, job)) } }
    }),
    get: withAccess(function* (access, { params }) {
      return batchJobToModel(access, yield* findBatchJob(access, params.jobId, "batch-jobs.view"))
    }),
    listFailedTexts: withAccess(function* (access, { params, query }) {
      const { rows, page } = yield* listFailedTexts(access, params.jobId, query)
      return { _embedded: { failedTexts: rows.map(failedTextToModel) }, page }
    }),
    listPlaygroundResults: withAccess(function* (access, { payload }) {
      return { _embedded: { results: yield* listPlaygroundResults(access, payload) } }
    }),
    cancel: withAccess((access, { params }) => cancelBatchJob(access, params.jobId))
  })
)

/** Starts a job on the keys that the body lists. */
const starting = <Body, Type extends BatchOperationType>(
  list: IdListBody<Body>,
  validate: (body: Body) => Validated<BatchStart<Type>>
) =>
  withAccess(function* (
    access,
    {
      request
    }: {
      readonly endpoint: Requiring<ProjectRequirement<(typeof batchScopes)[Type]>>
      readonly request: HttpServerRequest
    }
  ) {
    const body = yield* receiveIdList(list, request)
    return batchJobToModel(access, yield* startBatchJob(access, validate(body)))
  })

const {
  keys,
  state,
  check,
  clear,
  copy,
  replace,
  preTranslate,
  machineTranslate,
  playground,
  namespace,
  tags,
  labels
} = idListBodies

const StartBatchJobHandlers = HttpApiBuilder.group(Api, "startBatchJob", (handlers) =>
  handlers
    .handleRaw("setTranslationState", starting(state, validateStateStart))
    .handleRaw("clearTranslations", starting(clear, validateClearStart))
    .handleRaw("copyTranslations", starting(copy, validateCopyStart))
    .handleRaw("findAndReplace", starting(replace, validateReplaceStart))
    .handle(
      "previewFindAndReplace",
      withAccess((access, { query, payload }) => previewReplacements(access, query, payload))
    )
    .handleRaw("preTranslateByMemory", starting(preTranslate, validatePreTranslateStart))
    .handleRaw(
      "machineTranslate",
      withAccess(function* (access, { query, request }) {
        const start = validateMachineTranslateStart(yield* receiveIdList(machineTranslate, request))
        if (query.dryRun === true) return yield* estimateMachineJob(access, start)
        return batchJobToModel(access, yield* startBatchJob(access, start))
      })
    )
    .handleRaw("translateInPlayground", starting(playground, validatePlaygroundStart))
    .handleRaw(
      "deleteKeys",
      starting(keys, (body) => validateKeysStart("DELETE_KEYS", body))
    )
    .handleRaw("setKeysNamespace", starting(namespace, validateNamespaceStart))
    .handleRaw(
      "tagKeys",
      starting(tags, (body) => validateTagsStart("TAG_KEYS", body))
    )
    .handleRaw(
      "untagKeys",
      starting(tags, (body) => validateTagsStart("UNTAG_KEYS", body))
    )
    .handleRaw(
      "assignLabels",
      starting(labels, (body) => validateLabelsStart("ASSIGN_TRANSLATION_LABEL", body))
    )
    .handleRaw(
      "unassignLabels",
      starting(labels, (body) => validateLabelsStart("UNASSIGN_TRANSLATION_LABEL", body))
    )
    .handleRaw(
      "restoreKeys",
      starting(keys, (body) => validateKeysStart("RESTORE_KEYS", body))
    )
    .handleRaw(
      "hardDeleteKeys",
      starting(keys, (body) => validateKeysStart("HARD_DELETE_KEYS", body))
    )
    .handleRaw("checkQuality", starting(check, validateCheckStart))
)

/** All endpoints of batch jobs. */
export const layerBatchJobHandlers = Layer.mergeAll(BatchJobHandlers, StartBatchJobHandlers)
