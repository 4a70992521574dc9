import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { listTranslations, selectAllKeys } from "./list-translations.ts"
import { readTranslationMap } from "./read-translation-map.ts"

export const TranslationListHandlers = HttpApiBuilder.group(Api, "translationList", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      const body = yield* listTranslations(access, query)
      return HttpServerResponse.uint8Array(body, { contentType: "application/json" })
    }),
    selectKeys: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      return toSelectedKeys(yield* selectAllKeys(access, query))
    }),
    selectAll: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      return toSelectedKeys(yield* selectAllKeys(access, query))
    }),
    getMap: Effect.fnUntraced(function* ({ endpoint, params, query }) {
      const access = yield* granted(endpoint)
      return yield* readTranslationMap(access, params.languages, query)
    })
  })
)

// Not through the schema: there may be a hundred thousand of them.
const toSelectedKeys = (ids: Float64Array) =>
  HttpServerResponse.text(`{"ids":[${ids.join(",")}]}`, { contentType: "application/json" })
