import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { refuseBranch } from "../../../platform/absent-feature/refuse-branch.ts"
import { accessOf } from "../../../platform/access/access.ts"
import { isEmptyReport } from "../applying/import-report.ts"
import { printReportHeader, reportHeader } from "../applying/print-report-header.ts"
import { addImportFiles } from "./add-import-files.ts"
import { applyLiveImport, streamLiveImport } from "./apply-live-import.ts"
import { cancelImport } from "./cancel-import.ts"
import { deleteImportLanguage } from "./delete-import-language.ts"
import { getImportLanguage } from "./get-import-language.ts"
import { getImportSettings } from "./get-import-settings.ts"
import { importLanguageToModel } from "./import-to-model.ts"
import { listImportFileIssues } from "./list-import-file-issues.ts"
import { listImportLanguages } from "./list-import-languages.ts"
import { listImportNamespaces } from "./list-import-namespaces.ts"
import { listImportTranslations } from "./list-import-translations.ts"
import { pairImportLanguage } from "./pair-import-language.ts"
import { resolveAllImportTranslations } from "./resolve-all-import-translations.ts"
import { resolveImportTranslation } from "./resolve-import-translation.ts"
import { selectImportNamespace } from "./select-import-namespace.ts"
import { setImportSettings } from "./set-import-settings.ts"

export const ImportHandlers = HttpApiBuilder.group(Api, "import", (handlers) =>
  handlers
    .handleRaw(
      "addFiles",
      Effect.fnUntraced(function* ({ endpoint, query, request }) {
        const access = yield* accessOf(endpoint)
        yield* refuseBranch(query.branch)
        return yield* addImportFiles(access, request, query.structureDelimiter ?? null)
      })
    )
    .handleAll({
      cancel: Effect.fnUntraced(function* ({ endpoint, query }) {
        const access = yield* accessOf(endpoint)
        yield* refuseBranch(query.branch)
        yield* cancelImport(access)
      }),
      getResult: Effect.fnUntraced(function* ({ endpoint, query }) {
        const access = yield* accessOf(endpoint)
        yield* refuseBranch(query.branch)
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
        // Ready-made, because this list is read page by page through 100,000 issues.
        return HttpServerResponse.jsonUnsafe({ _embedded: { importFileIssues }, page })
      }),
      listNamespaces: Effect.fnUntraced(function* ({ endpoint, query }) {
        const access = yield* accessOf(endpoint)
        yield* refuseBranch(query.branch)
        return { _embedded: { namespaces: yield* listImportNamespaces(access) } }
      }),
      apply: Effect.fnUntraced(function* ({ endpoint, query }) {
        const access = yield* accessOf(endpoint)
        yield* refuseBranch(query.branch)
        const report = yield* applyLiveImport(access, query.forceMode ?? "NO_FORCE")
        const headers = { [reportHeader]: printReportHeader(report) }
        // Without a body, as clients expect it, unless something was left out.
        return isEmptyReport(report)
          ? HttpServerResponse.empty({ status: 200, headers })
          : HttpServerResponse.jsonUnsafe(report, { headers })
      }),
      applyStreaming: Effect.fnUntraced(function* ({ endpoint, query }) {
        const access = yield* accessOf(endpoint)
        yield* refuseBranch(query.branch)
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
