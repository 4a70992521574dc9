import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../access/grant.ts"
import { imageLinks } from "../image/image-links.ts"
import { keyWithDataToModel } from "../key/key-to-model.ts"
import { getKeyInfo } from "./get-key-info.ts"
import { listNearKeys } from "./list-near-keys.ts"
import { searchKeys } from "./search-keys.ts"
import { storeBigMeta } from "./store-big-meta.ts"

export const KeySearchHandlers = HttpApiBuilder.group(Api, "keySearch", (handlers) =>
  handlers.handleAll({
    getInfo: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const keys = yield* getKeyInfo(yield* granted(endpoint), payload)
      const links = yield* imageLinks
      return { _embedded: { keys: keys.map((key) => keyWithDataToModel(key, links)) } }
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
