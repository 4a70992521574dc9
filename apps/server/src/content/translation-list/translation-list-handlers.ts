import { Api } from "@dragoman/api"
import { narrowLanguages } from "@dragoman/domain/permission"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { requireNoBranch } from "../../platform/fail.ts"
import { respondWithETag } from "../../project/project/project-etag.ts"
import { imageLinks } from "../image/image-links.ts"
import { listTranslations, selectAllKeys } from "./translation-list-queries.ts"
import { readTranslationMap } from "./translation-map.ts"

export const TranslationListHandlers = HttpApiBuilder.group(Api, "translationList", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const body = yield* listTranslations(access, query, yield* imageLinks)
      return HttpServerResponse.uint8Array(body, { contentType: "application/json" })
    }),
    selectKeys: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      return toSelectedKeys(yield* selectAllKeys(access, query))
    }),
    selectAll: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      return toSelectedKeys(yield* selectAllKeys(access, query))
    }),
    getMap: Effect.fnUntraced(function* ({ endpoint, params, query }) {
      const access = yield* accessOf(endpoint)
      yield* requireNoBranch(query.branch)
      const viewable = narrowLanguages(access.computedPermission, "view", null)
      return yield* respondWithETag(access.projectId, viewable, (revisionId) =>
        Effect.map(readTranslationMap(access, params.languages.split(","), query, revisionId), (body) =>
          HttpServerResponse.uint8Array(body, { contentType: "application/json" })
        )
      )
    })
  })
)

// Printed without the schema: there may be a hundred thousand ids.
const toSelectedKeys = (ids: Float64Array) =>
  HttpServerResponse.text(`{"ids":[${ids.join(",")}]}`, { contentType: "application/json" })
