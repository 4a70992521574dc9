import { type ImportResultModel, SingleStepImportParams } from "@dragoman/api"
import { type DomainError, domainError, fieldErrors } from "@dragoman/domain/error"
import { importLimits } from "@dragoman/domain/import"
import { validateTagNames } from "@dragoman/domain/tag"
import { sizeBetween } from "@dragoman/domain/validation"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { refuseBranch } from "../../../platform/absent-feature/refuse-branch.ts"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { requireScopes } from "../../../platform/access/require-scopes.ts"
import { decodeJsonPart } from "../../../platform/body/decode-json.ts"
import { receiveUpload, type UploadedFile } from "../../../platform/body/receive-upload.ts"
import { failWith, orFail } from "../../../platform/fail.ts"
import { Settings } from "../../../platform/settings/settings.ts"
import { authorityOf } from "../applying/authority-of.ts"
import type { AppliedImport } from "../applying/import-source.ts"
import { printReportHeader, reportHeader } from "../applying/print-report-header.ts"
import { ImportThread } from "../thread/import-thread.ts"

/**
 * Reads and applies files in one request; of what they are nothing is kept, and one that cannot be read refuses all.
 */
export const importFiles = Effect.fn("importFiles")(function* (
  access: ProjectAccess<"translations.view">,
  request: HttpServerRequest.HttpServerRequest
) {
  const { maxUploadBytes } = yield* Settings
  const thread = yield* ImportThread
  const upload = yield* receiveUpload(request, { file: "files", json: "params" })
  if (upload.json === null) return yield* Effect.fail(fieldErrors({ params: "Required part 'params' is not present." }))
  const params = yield* decodeJsonPart("params", SingleStepImportParams, upload.json)
  yield* refuseBranch(params.branch)
  const error = checkMappings(params)
  if (error !== null) return yield* Effect.fail(error)
  const tagNewKeys = yield* orFail(validateTagNames(params.tagNewKeys ?? []))
  if (params.removeOtherKeys === true) yield* requireScopes(access, ["keys.delete"])
  const result = yield* thread
    .importFiles({
      authority: authorityOf(access),
      files: upload.files,
      params: { ...params, tagNewKeys },
      uncompressedBytesMax: maxUploadBytes
    })
    .pipe(Effect.catchTag("WorkerFailed", () => unreadable(upload.files)))
  const headers = { [reportHeader]: printReportHeader(result.report) }
  return HttpServerResponse.jsonUnsafe(importResultToModel(result), { headers })
}, Effect.scoped)

export const importResultToModel = ({
  unresolvedConflicts,
  report
}: Pick<AppliedImport, "unresolvedConflicts" | "report">): ImportResultModel => ({
  unresolvedConflicts: unresolvedConflicts.length === 0 ? null : unresolvedConflicts,
  ...report
})

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

/** The thread died of the files: for the client they cannot be read. */
const unreadable = (files: ReadonlyArray<UploadedFile>) =>
  failWith(
    "import_failed",
    files.map(({ name }) => ({
      code: "cannot_parse_file",
      params: [name, "The file could not be processed; it may be too large or too complex"]
    }))
  )
