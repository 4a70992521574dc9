import { Api, type FoundKeyModel } from "@dragoman/api"
import type { SearchedKeyRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { imageLinks } from "../image/image-links.ts"
import { listNearKeys, storeBigMeta } from "../key-editing/related-keys.ts"
import { getKeyInfo, searchKeys } from "./key-search-queries.ts"

export const KeySearchHandlers = HttpApiBuilder.group(Api, "keySearch", (handlers) =>
  handlers.handleAll({
    getInfo: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const body = yield* getKeyInfo(yield* accessOf(endpoint), payload, yield* imageLinks)
      return HttpServerResponse.uint8Array(body, { contentType: "application/json" })
    }),
    search: Effect.fnUntraced(function* ({ endpoint, query }) {
      const { rows, page } = yield* searchKeys(yield* accessOf(endpoint), query)
      return { _embedded: { keys: rows.map(foundKeyToModel) }, page }
    }),
    listNear: Effect.fnUntraced(function* ({ endpoint, params }) {
      const near = yield* listNearKeys(yield* accessOf(endpoint), params.keyId)
      const keys = near.map(({ key: { id, name, namespace }, baseText }) => ({
        id,
        name,
        namespace,
        baseTranslation: baseText
      }))
      return { _embedded: { keys } }
    }),
    storeBigMeta: Effect.fnUntraced(function* ({ endpoint, payload }) {
      yield* storeBigMeta(yield* accessOf(endpoint), payload)
    })
  })
)

const foundKeyToModel = (key: SearchedKeyRow): FoundKeyModel => ({
  id: key.id,
  namespace: key.namespace,
  name: key.name,
  baseTranslation: key.baseText,
  translation: key.text,
  description: key.description,
  plural: key.isPlural
})
