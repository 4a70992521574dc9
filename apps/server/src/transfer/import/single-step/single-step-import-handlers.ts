import { Api, type ImportResultModel, SingleStepImportParams } from "@dragoman/api"
import { type DomainError, domainError, fieldErrors } from "@dragoman/domain/error"
import { importLimits } from "@dragoman/domain/import"
import { validateTagNames } from "@dragoman/domain/tag"
import { sizeBetween } from "@dragoman/domain/validation"
import { Clock, Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { readPlace } from "../../../change/branch-place.ts"
import { imageLinks } from "../../../content/image/image-links.ts"
import { decodeJsonPart } from "../../../platform/body/json-body.ts"
import { receiveJson, receiveUpload, type UploadedFile } from "../../../platform/body/receive-body.ts"
import { failWith, orFail } from "../../../platform/fail.ts"
import { Settings } from "../../../platform/settings/settings.ts"
import { type ProjectAccess, requireScopes, withAccess } from "../../../service/access/access.ts"
import { importResultToModel, printReportHeader, reportHeader } from "../applying/import-report.ts"
import type { BodyOperation } from "../thread/import-messages.ts"
import { ImportThread } from "../thread/import-thread.ts"
import { countPlannedKeys, getImportPlan, listImportPlanChanges, listImportPlans } from "./import-plan-queries.ts"

export const SingleStepImportHandlers = HttpApiBuilder.group(Api, "singleStepImport", (handlers) =>
  handlers
    .handleRaw(
      "importFiles",
      withAccess((access, { request }) => importFiles(access, request))
    )
    .handle(
      "listPlans",
      withAccess(function* (access, { query }) {
        const { plans, page } = yield* listImportPlans(access, query)
        return { _embedded: { plans }, page }
      })
    )
    .handle(
      "getPlan",
      withAccess((access, { params }) => getImportPlan(access, params.planId))
    )
    .handle(
      "listPlanChanges",
      withAccess(function* (access, { params, query }) {
        const { changes, page } = yield* listImportPlanChanges(access, params.planId, query)
        // Not encoded by the contract: clients read up to 100,000 changes page by page.
        return HttpServerResponse.jsonUnsafe({ _embedded: { changes }, page })
      })
    )
    .handle(
      "applyPlan",
      withAccess((access, { params }) => applyPlanOf(access, params.planId))
    )
    .handleRaw(
      "importResolvable",
      withAccess((access, { request }) => importReceivedBody({ operation: "resolvable", access }, null, request))
    )
    .handleRaw(
      "importKeys",
      withAccess((access, { request, query }) =>
        importReceivedBody({ operation: "keys", access }, query.branch ?? null, request)
      )
    )
    .handleRaw(
      "importKeysResolvable",
      withAccess((access, { request, query }) =>
        importReceivedBody({ operation: "keysResolvable", access }, query.branch ?? null, request)
      )
    )
)

/** Imports the uploaded files at once, or plans to. One unreadable file rejects all; nothing is staged. */
const importFiles = Effect.fn("importFiles")(function* (
  access: ProjectAccess<"translations.view">,
  request: HttpServerRequest.HttpServerRequest
) {
  const { maxUploadBytes } = yield* Settings
  const thread = yield* ImportThread
  const upload = yield* receiveUpload(request, { file: "files", json: "params" })
  if (upload.json === null) return yield* Effect.fail(fieldErrors({ params: "Required part 'params' is not present." }))
  const params = yield* decodeJsonPart("params", SingleStepImportParams, upload.json)
  const { branchId } = yield* readPlace(access, params.branch)
  const error = checkMappings(params)
  if (error !== null) return yield* Effect.fail(error)
  const tagNewKeys = yield* orFail(validateTagNames(params.tagNewKeys ?? []))
  const received = {
    authority: access,
    branchId,
    files: upload.files,
    params: { ...params, tagNewKeys },
    uncompressedBytesMax: maxUploadBytes
  }
  if (params.dryRun === true) {
    const now = yield* Clock.currentTimeMillis
    const { planId } = yield* thread
      .planFiles({ ...received, now })
      .pipe(Effect.catchTag("WorkerFailed", () => unreadable(upload.files)))
    return reported(yield* getImportPlan(access, planId))
  }
  if (params.removeOtherKeys === true) yield* requireScopes(access, ["keys.delete"])
  const result = yield* thread
    .importFiles(received)
    .pipe(Effect.catchTag("WorkerFailed", () => unreadable(upload.files)))
  return reported(importResultToModel(result))
}, Effect.scoped)

/** Applies a plan of the caller, and removes it. */
const applyPlanOf = Effect.fn("applyPlanOf")(function* (access: ProjectAccess<"translations.view">, planId: number) {
  const thread = yield* ImportThread
  const keyCount = yield* countPlannedKeys(access, planId)
  const now = yield* Clock.currentTimeMillis
  const result = yield* thread.applyPlan({ authority: access, planId, now }, keyCount)
  return reported(importResultToModel(result))
})

const reported = (model: ImportResultModel) =>
  HttpServerResponse.jsonUnsafe(model, { headers: { [reportHeader]: printReportHeader(model) } })

const checkMappings = ({ fileMappings, languageMappings }: SingleStepImportParams): DomainError | null => {
  const fileNames = new Set<string>()
  for (const [index, { fileName, namespace }] of (fileMappings ?? []).entries()) {
    if (fileNames.has(fileName)) return domainError("too_many_mappings_for_file", [fileName])
    fileNames.add(fileName)
    const message = sizeBetween(0, importLimits.namespaceMaxUtf16Units, namespace)
    if (message !== null) return fieldErrors({ [`fileMappings[${index}].namespace`]: message })
  }
  const languageNames = new Set(languageMappings?.map(({ importLanguage }) => importLanguage))
  return languageNames.size < (languageMappings ?? []).length
    ? domainError("multiple_mappings_for_same_file_language_name")
    : null
}

/** The files ended the thread: for the client they are unreadable. */
const unreadable = (files: ReadonlyArray<UploadedFile>) =>
  failWith(
    "import_failed",
    files.map(({ name }) => ({
      code: "cannot_parse_file",
      params: [name, "The file could not be processed; it may be too large or too complex"]
    }))
  )

/** Sends a request body with keys to the import thread, which parses it. */
const importReceivedBody = Effect.fn("importReceivedBody")(function* (
  operation: BodyOperation,
  branch: string | null,
  request: HttpServerRequest.HttpServerRequest
) {
  const thread = yield* ImportThread
  // Unknown branches are reported before the body is received.
  yield* readPlace(operation.access, branch)
  const body = yield* receiveJson(request)
  const result = yield* thread.importBody({ operation, branch, body, links: yield* imageLinks })
  const headers = { [reportHeader]: result.reportHeader }
  return result.body === null
    ? HttpServerResponse.empty({ status: 200, headers })
    : HttpServerResponse.uint8Array(result.body, { contentType: "application/json", headers })
}, Effect.scoped)
