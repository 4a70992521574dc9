import { Api } from "@dragoman/api"
import { exportFormats } from "@dragoman/formats"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orFail } from "../../platform/fail.ts"
import { withAccess } from "../../service/access/access.ts"
import { exportProject, listExportWarnings } from "./export-queries.ts"
import { parseExportBody, parseExportQuery } from "./export-request.ts"

export const ExportHandlers = HttpApiBuilder.group(Api, "export", (handlers) =>
  handlers.handleAll({
    exportByQuery: withAccess(function* (access, { query }) {
      return yield* exportProject(access, yield* orFail(parseExportQuery(query)))
    }),
    exportByBody: withAccess(function* (access, { payload }) {
      return yield* exportProject(access, yield* orFail(parseExportBody(payload)))
    }),
    listNotices: withAccess(function* (access, { query: { page, size, sort, ...query } }) {
      const request = yield* orFail(parseExportQuery(query))
      const { warnings, page: metadata } = yield* listExportWarnings(access, request, {
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
