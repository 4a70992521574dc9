import { Api } from "@dragoman/api"
import type { ForceMode } from "@dragoman/domain/import"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { readPlace } from "../../../change/branch-place.ts"
import { withAccess } from "../../../service/access/access.ts"
import { isEmptyReport, printReportHeader, reportHeader } from "../applying/import-report.ts"
import { applyLiveImport, streamLiveImport } from "./apply-live-import.ts"
import {
  addImportFiles,
  cancelImport,
  deleteImportLanguage,
  pairImportLanguage,
  resolveAllImportTranslations,
  resolveImportTranslation,
  selectImportNamespace,
  setImportSettings
} from "./change-imports.ts"
import {
  getImportLanguage,
  getImportSettings,
  listImportFileIssues,
  listImportLanguages,
  listImportNamespaces,
  listImportTranslations
} from "./import-queries.ts"
import { importLanguageToModel } from "./import-shapes.ts"

const applyingOf = (
  branchId: number | null,
  {
    forceMode = "NO_FORCE",
    inBatches = false
  }: { readonly forceMode?: ForceMode | undefined; readonly inBatches?: boolean | undefined }
) => ({ branchId, forceMode, inBatches })

export const ImportHandlers = HttpApiBuilder.group(Api, "import", (handlers) =>
  handlers
    .handleRaw(
      "addFiles",
      withAccess(function* (access, { query, request }) {
        const { branchId } = yield* readPlace(access, query.branch)
        return yield* addImportFiles(access, branchId, request, query.structureDelimiter ?? null)
      })
    )
    .handleAll({
      cancel: withAccess(function* (access, { query }) {
        const { branchId } = yield* readPlace(access, query.branch)
        yield* cancelImport(access, branchId)
      }),
      getResult: withAccess(function* (access, { query }) {
        const { branchId } = yield* readPlace(access, query.branch)
        const { rows, page } = yield* listImportLanguages(access, branchId, query)
        return { _embedded: { languages: rows.map(importLanguageToModel) }, page }
      }),
      getLanguage: withAccess((access, { params }) =>
        Effect.map(getImportLanguage(access, params.languageId), importLanguageToModel)
      ),
      deleteLanguage: withAccess((access, { params }) => deleteImportLanguage(access, params.languageId)),
      listTranslations: withAccess(function* (access, { params, query }) {
        const { translations, page } = yield* listImportTranslations(access, params.languageId, query)
        return { _embedded: { translations }, page }
      }),
      overrideTranslation: withAccess((access, { params }) =>
        resolveImportTranslation(access, params.languageId, params.translationId, true)
      ),
      keepTranslation: withAccess((access, { params }) =>
        resolveImportTranslation(access, params.languageId, params.translationId, false)
      ),
      overrideAll: withAccess((access, { params }) => resolveAllImportTranslations(access, params.languageId, true)),
      keepAll: withAccess((access, { params }) => resolveAllImportTranslations(access, params.languageId, false)),
      pairLanguage: withAccess((access, { params }) =>
        pairImportLanguage(access, params.importLanguageId, params.existingLanguageId)
      ),
      unpairLanguage: withAccess((access, { params }) => pairImportLanguage(access, params.importLanguageId, null)),
      selectNamespace: withAccess((access, { params, payload }) =>
        selectImportNamespace(access, params.fileId, payload)
      ),
      listFileIssues: withAccess(function* (access, { params, query }) {
        const { importFileIssues, ...facts } = yield* listImportFileIssues(access, params.importFileId, query)
        // Not encoded by the contract: clients read up to 100,000 issues page by page.
        return HttpServerResponse.jsonUnsafe({ _embedded: { importFileIssues }, ...facts })
      }),
      listNamespaces: withAccess(function* (access, { query }) {
        const { branchId } = yield* readPlace(access, query.branch)
        return { _embedded: { namespaces: yield* listImportNamespaces(access, branchId) } }
      }),
      apply: withAccess(function* (access, { query }) {
        const { branchId } = yield* readPlace(access, query.branch)
        const report = yield* applyLiveImport(access, applyingOf(branchId, query))
        const headers = { [reportHeader]: printReportHeader(report) }
        // Clients expect an empty body, unless something was left out.
        return isEmptyReport(report)
          ? HttpServerResponse.empty({ status: 200, headers })
          : HttpServerResponse.jsonUnsafe(report, { headers })
      }),
      applyStreaming: withAccess(function* (access, { query }) {
        const { branchId } = yield* readPlace(access, query.branch)
        const lines = yield* streamLiveImport(access, applyingOf(branchId, query))
        return HttpServerResponse.stream(lines, { contentType: "application/x-ndjson" })
      }),
      getSettings: withAccess((access) => getImportSettings(access)),
      setSettings: withAccess((access, { payload }) => setImportSettings(access, payload))
    })
)
