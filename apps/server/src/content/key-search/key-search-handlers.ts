import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { imageLinks } from "../image/image-links.ts"
import { getKeyInfo } from "./get-key-info.ts"
import { listNearKeys } from "./list-near-keys.ts"
import { searchKeys } from "./search-keys.ts"
import { storeBigMeta } from "./store-big-meta.ts"

export const KeySearchHandlers = HttpApiBuilder.group(Api, "keySearch", (handlers) =>
  handlers.handleAll({
    getInfo: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const body = yield* getKeyInfo(yield* granted(endpoint), payload, yield* imageLinks)
      return HttpServerResponse.uint8Array(body, { contentType: "application/json" })
    }),
    search: Effect.fnUntraced(function* ({ endpoint, query }) {
      const { keys, page } = yield* searchKeys(yield* granted(endpoint), query)
      return { _embedded: { keys }, page }
    }),
    listNear: Effect.fnUntraced(function* ({ endpoint, params }) {
      return { _embedded: { keys: yield* listNearKeys(yield* granted(endpoint), params.keyId) } }
    }),
    storeBigMeta: Effect.fnUntraced(function* ({ endpoint, payload }) {
      yield* storeBigMeta(yield* granted(endpoint), payload)
    })
  })
)
