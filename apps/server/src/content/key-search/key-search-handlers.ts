import { Api, type FoundKeyModel } from "@dragoman/api"
import type { SearchedKeyRow } from "@dragoman/store"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { imageLinks } from "../image/image-links.ts"
import { listNearKeys, storeBigMeta } from "../key-editing/related-keys.ts"
import { getKeyInfo, searchKeys } from "./key-search-queries.ts"

export const KeySearchHandlers = HttpApiBuilder.group(Api, "keySearch", (handlers) =>
  handlers.handleAll({
    getInfo: withAccess(function* (access, { payload, query }) {
      const body = yield* getKeyInfo(access, payload, query.branch, yield* imageLinks)
      return HttpServerResponse.uint8Array(body, { contentType: "application/json" })
    }),
    search: withAccess(function* (access, { query }) {
      const { rows, page } = yield* searchKeys(access, query)
      return { _embedded: { keys: rows.map(foundKeyToModel) }, page }
    }),
    listNear: withAccess(function* (access, { params }) {
      const near = yield* listNearKeys(access, params.keyId)
      const keys = near.map(({ key: { id, name, namespace }, baseText }) => ({
        id,
        name,
        namespace,
        baseTranslation: baseText
      }))
      return { _embedded: { keys } }
    }),
    storeBigMeta: withAccess((access, { payload }) => storeBigMeta(access, payload))
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
