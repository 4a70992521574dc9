import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../access/grant.ts"
import { addImportFiles } from "./add-import-files.ts"
import { cancelImport } from "./cancel-import.ts"
import { deleteImportLanguage } from "./delete-import-language.ts"
import { getImportLanguage } from "./get-import-language.ts"
import { importLanguageToModel, importTranslationToModel } from "./import-to-model.ts"
import { listImportFileIssues } from "./list-import-file-issues.ts"
import { listImportLanguages } from "./list-import-languages.ts"
import { listImportTranslations } from "./list-import-translations.ts"

export const ImportHandlers = HttpApiBuilder.group(Api, "import", (handlers) =>
  handlers
    .handleRaw(
      "addFiles",
      Effect.fnUntraced(function* ({ endpoint, query, request }) {
        return yield* addImportFiles(yield* granted(endpoint), request, query.structureDelimiter ?? null)
      })
    )
    .handleAll({
      cancel: Effect.fnUntraced(function* ({ endpoint }) {
        yield* cancelImport(yield* granted(endpoint))
      }),
      getResult: Effect.fnUntraced(function* ({ endpoint, query }) {
        const { rows, page } = yield* listImportLanguages(yield* granted(endpoint), query)
        return { _embedded: { languages: rows.map(importLanguageToModel) }, page }
      }),
      getLanguage: Effect.fnUntraced(function* ({ endpoint, params }) {
        return importLanguageToModel(yield* getImportLanguage(yield* granted(endpoint), params.languageId))
      }),
      deleteLanguage: Effect.fnUntraced(function* ({ endpoint, params }) {
        yield* deleteImportLanguage(yield* granted(endpoint), params.languageId)
      }),
      listTranslations: Effect.fnUntraced(function* ({ endpoint, params, query }) {
        const { rows, page } = yield* listImportTranslations(yield* granted(endpoint), params.languageId, query)
        return { _embedded: { translations: rows.map(importTranslationToModel) }, page }
      }),
      listFileIssues: Effect.fnUntraced(function* ({ endpoint, params, query }) {
        const { importFileIssues, page } = yield* listImportFileIssues(
          yield* granted(endpoint),
          params.importFileId,
          query
        )
        // Ready-made, because this list is read page by page through 100,000 issues.
        return HttpServerResponse.jsonUnsafe({ _embedded: { importFileIssues }, page })
      })
    })
)
