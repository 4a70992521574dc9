import { Api } from "@dragoman/api"
import { exportFormats } from "@dragoman/formats"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { orFail } from "../../platform/fail.ts"
import { exportProject, listExportWarnings } from "./export-queries.ts"
import { parseExportBody, parseExportQuery } from "./export-request.ts"

export const ExportHandlers = HttpApiBuilder.group(Api, "export", (handlers) =>
  handlers.handleAll({
    exportByQuery: Effect.fnUntraced(function* ({ endpoint, query }) {
      return yield* exportProject(yield* accessOf(endpoint), yield* orFail(parseExportQuery(query)))
    }),
    exportByBody: Effect.fnUntraced(function* ({ endpoint, payload }) {
      return yield* exportProject(yield* accessOf(endpoint), yield* orFail(parseExportBody(payload)))
    }),
    listNotices: Effect.fnUntraced(function* ({ endpoint, query: { page, size, sort, ...query } }) {
      const request = yield* orFail(parseExportQuery(query))
      const { warnings, page: metadata } = yield* listExportWarnings(yield* accessOf(endpoint), request, {
        page,
        size,
        sort
      })
      return {
        _embedded: {
          exportNotices: warnings.map(({ languageTag, namespace, keyName, reason, sentence }) => ({
            languageTag,
            namespace: namespace === "" ? null : namespace,
            keyName,
            reason,
            message: sentence
          }))
        },
        page: metadata
      }
    }),
    listFormats: () =>
      Effect.succeed({
        _embedded: {
          exportFormats: exportFormats.map(({ format, extension, mediaType, defaultFileStructureTemplate }) => ({
            format,
            extension,
            mediaType,
            defaultFileStructureTemplate
          }))
        }
      })
  })
)
