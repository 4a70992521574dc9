import { Api, SingleStepImportParams } from "@dragoman/api"
import { type DomainError, domainError, fieldErrors } from "@dragoman/domain/error"
import { importLimits } from "@dragoman/domain/import"
import { validateTagNames } from "@dragoman/domain/tag"
import { sizeBetween } from "@dragoman/domain/validation"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { imageLinks } from "../../../content/image/image-links.ts"
import { accessOf, type ProjectAccess, requireScopes } from "../../../platform/access/access.ts"
import { decodeJsonPart } from "../../../platform/body/json-body.ts"
import { receiveJson, receiveUpload, type UploadedFile } from "../../../platform/body/receive-body.ts"
import { failWith, orFail, requireNoBranch } from "../../../platform/fail.ts"
import { Settings } from "../../../platform/settings/settings.ts"
import { importResultToModel, printReportHeader, reportHeader } from "../applying/import-report.ts"
import type { BodyOperation } from "../thread/import-messages.ts"
import { ImportThread } from "../thread/import-thread.ts"

export const SingleStepImportHandlers = HttpApiBuilder.group(Api, "singleStepImport", (handlers) =>
  handlers
    .handleRaw(
      "importFiles",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        return yield* importFiles(yield* accessOf(endpoint), request)
      })
    )
    .handleRaw(
      "importResolvable",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        return yield* importReceivedBody({ operation: "resolvable", access: yield* accessOf(endpoint) }, request)
      })
    )
    .handleRaw(
      "importKeys",
      Effect.fnUntraced(function* ({ endpoint, request, query }) {
        const access = yield* accessOf(endpoint)
        yield* requireNoBranch(query.branch)
        return yield* importReceivedBody({ operation: "keys", access }, request)
      })
    )
    .handleRaw(
      "importKeysResolvable",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        return yield* importReceivedBody({ operation: "keysResolvable", access: yield* accessOf(endpoint) }, request)
      })
    )
)

/** Imports the uploaded files at once. One unreadable file rejects all; nothing is staged. */
const importFiles = Effect.fn("importFiles")(function* (
  access: ProjectAccess<"translations.view">,
  request: HttpServerRequest.HttpServerRequest
) {
  const { maxUploadBytes } = yield* Settings
  const thread = yield* ImportThread
  const upload = yield* receiveUpload(request, { file: "files", json: "params" })
  if (upload.json === null) return yield* Effect.fail(fieldErrors({ params: "Required part 'params' is not present." }))
  const params = yield* decodeJsonPart("params", SingleStepImportParams, upload.json)
  yield* requireNoBranch(params.branch)
  const error = checkMappings(params)
  if (error !== null) return yield* Effect.fail(error)
  const tagNewKeys = yield* orFail(validateTagNames(params.tagNewKeys ?? []))
  if (params.removeOtherKeys === true) yield* requireScopes(access, ["keys.delete"])
  const result = yield* thread
    .importFiles({
      authority: access,
      files: upload.files,
      params: { ...params, tagNewKeys },
      uncompressedBytesMax: maxUploadBytes
    })
    .pipe(Effect.catchTag("WorkerFailed", () => unreadable(upload.files)))
  const headers = { [reportHeader]: printReportHeader(result.report) }
  return HttpServerResponse.jsonUnsafe(importResultToModel(result), { headers })
}, Effect.scoped)

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
  request: HttpServerRequest.HttpServerRequest
) {
  const thread = yield* ImportThread
  const body = yield* receiveJson(request)
  const result = yield* thread.importBody({ operation, body, links: yield* imageLinks })
  const headers = { [reportHeader]: result.reportHeader }
  return result.body === null
    ? HttpServerResponse.empty({ status: 200, headers })
    : HttpServerResponse.uint8Array(result.body, { contentType: "application/json", headers })
}, Effect.scoped)
