import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../../platform/access/access.ts"
import { requireNoBranch } from "../../../platform/fail.ts"
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

export const ImportHandlers = HttpApiBuilder.group(Api, "import", (handlers) =>
  handlers
    .handleRaw(
      "addFiles",
      Effect.fnUntraced(function* ({ endpoint, query, request }) {
        const access = yield* accessOf(endpoint)
        yield* requireNoBranch(query.branch)
        return yield* addImportFiles(access, request, query.structureDelimiter ?? null)
      })
    )
    .handleAll({
      cancel: Effect.fnUntraced(function* ({ endpoint, query }) {
        const access = yield* accessOf(endpoint)
        yield* requireNoBranch(query.branch)
        yield* cancelImport(access)
      }),
      getResult: Effect.fnUntraced(function* ({ endpoint, query }) {
        const access = yield* accessOf(endpoint)
        yield* requireNoBranch(query.branch)
        const { rows, page } = yield* listImportLanguages(access, query)
        return { _embedded: { languages: rows.map(importLanguageToModel) }, page }
      }),
      getLanguage: Effect.fnUntraced(function* ({ endpoint, params }) {
        return importLanguageToModel(yield* getImportLanguage(yield* accessOf(endpoint), params.languageId))
      }),
      deleteLanguage: Effect.fnUntraced(function* ({ endpoint, params }) {
        yield* deleteImportLanguage(yield* accessOf(endpoint), params.languageId)
      }),
      listTranslations: Effect.fnUntraced(function* ({ endpoint, params, query }) {
        const { translations, page } = yield* listImportTranslations(
          yield* accessOf(endpoint),
          params.languageId,
          query
        )
        return { _embedded: { translations }, page }
      }),
      overrideTranslation: Effect.fnUntraced(function* ({ endpoint, params }) {
        yield* resolveImportTranslation(yield* accessOf(endpoint), params.languageId, params.translationId, true)
      }),
      keepTranslation: Effect.fnUntraced(function* ({ endpoint, params }) {
        yield* resolveImportTranslation(yield* accessOf(endpoint), params.languageId, params.translationId, false)
      }),
      overrideAll: Effect.fnUntraced(function* ({ endpoint, params }) {
        yield* resolveAllImportTranslations(yield* accessOf(endpoint), params.languageId, true)
      }),
      keepAll: Effect.fnUntraced(function* ({ endpoint, params }) {
        yield* resolveAllImportTranslations(yield* accessOf(endpoint), params.languageId, false)
      }),
      pairLanguage: Effect.fnUntraced(function* ({ endpoint, params }) {
        yield* pairImportLanguage(yield* accessOf(endpoint), params.importLanguageId, params.existingLanguageId)
      }),
      unpairLanguage: Effect.fnUntraced(function* ({ endpoint, params }) {
        yield* pairImportLanguage(yield* accessOf(endpoint), params.importLanguageId, null)
      }),
      selectNamespace: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
        yield* selectImportNamespace(yield* accessOf(endpoint), params.fileId, payload)
      }),
      listFileIssues: Effect.fnUntraced(function* ({ endpoint, params, query }) {
        const { importFileIssues, page } = yield* listImportFileIssues(
          yield* accessOf(endpoint),
          params.importFileId,
          query
        )
        // Not encoded by the contract: clients read up to 100,000 issues page by page.
        return HttpServerResponse.jsonUnsafe({ _embedded: { importFileIssues }, page })
      }),
      listNamespaces: Effect.fnUntraced(function* ({ endpoint, query }) {
        const access = yield* accessOf(endpoint)
        yield* requireNoBranch(query.branch)
        return { _embedded: { namespaces: yield* listImportNamespaces(access) } }
      }),
      apply: Effect.fnUntraced(function* ({ endpoint, query }) {
        const access = yield* accessOf(endpoint)
        yield* requireNoBranch(query.branch)
        const report = yield* applyLiveImport(access, query.forceMode ?? "NO_FORCE")
        const headers = { [reportHeader]: printReportHeader(report) }
        // Clients expect an empty body, unless something was left out.
        return isEmptyReport(report)
          ? HttpServerResponse.empty({ status: 200, headers })
          : HttpServerResponse.jsonUnsafe(report, { headers })
      }),
      applyStreaming: Effect.fnUntraced(function* ({ endpoint, query }) {
        const access = yield* accessOf(endpoint)
        yield* requireNoBranch(query.branch)
        const lines = yield* streamLiveImport(access, query.forceMode ?? "NO_FORCE")
        return HttpServerResponse.stream(lines, { contentType: "application/x-ndjson" })
      }),
      getSettings: Effect.fnUntraced(function* ({ endpoint }) {
        return yield* getImportSettings(yield* accessOf(endpoint))
      }),
      setSettings: Effect.fnUntraced(function* ({ endpoint, payload }) {
        return yield* setImportSettings(yield* accessOf(endpoint), payload)
      })
    })
)
