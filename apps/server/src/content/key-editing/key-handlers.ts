import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { requireNoBranch } from "../../platform/fail.ts"
import { idListBodies } from "../../platform/id-list/decode-id-list.ts"
import { receiveIdList } from "../../platform/id-list/id-list-thread.ts"
import { imageLinks } from "../image/image-links.ts"
import { getKey, listKeys, mapAllKeys } from "../key/key-queries.ts"
import { keyToModel } from "../key/key-shapes.ts"
import { deleteKeys, editKey } from "./change-keys.ts"
import { complexUpdateKey } from "./complex-update-key.ts"
import { createKey } from "./create-key.ts"
import { keyWithDataToModel } from "./key-data.ts"

export const KeyHandlers = HttpApiBuilder.group(Api, "key", (handlers) =>
  handlers
    .handleRaw(
      "deleteByBody",
      Effect.fnUntraced(function* ({ endpoint, request }) {
        const access = yield* accessOf(endpoint)
        const { ids } = yield* receiveIdList(idListBodies.ids, request)
        yield* deleteKeys(access, ids ?? [])
      })
    )
    .handleAll({
      create: Effect.fnUntraced(function* ({ endpoint, payload }) {
        const access = yield* accessOf(endpoint)
        return keyWithDataToModel(yield* createKey(access, payload), yield* imageLinks)
      }),
      createByAlias: Effect.fnUntraced(function* ({ endpoint, payload }) {
        const access = yield* accessOf(endpoint)
        return keyWithDataToModel(yield* createKey(access, payload), yield* imageLinks)
      }),
      list: Effect.fnUntraced(function* ({ endpoint, query }) {
        const access = yield* accessOf(endpoint)
        const { rows, page } = yield* listKeys(access, query)
        return { _embedded: { keys: rows.map(keyToModel) }, page }
      }),
      get: Effect.fnUntraced(function* ({ endpoint, params }) {
        const access = yield* accessOf(endpoint)
        return keyToModel(yield* getKey(access, params.keyId))
      }),
      edit: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
        const access = yield* accessOf(endpoint)
        return keyToModel(yield* editKey(access, params.keyId, payload))
      }),
      complexUpdate: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
        const access = yield* accessOf(endpoint)
        return keyWithDataToModel(yield* complexUpdateKey(access, params.keyId, payload), yield* imageLinks)
      }),
      delete: Effect.fnUntraced(function* ({ endpoint, params }) {
        const access = yield* accessOf(endpoint)
        yield* deleteKeys(access, params.keyIds)
      }),
      listAll: Effect.fnUntraced(function* ({ endpoint, query }) {
        const access = yield* accessOf(endpoint)
        yield* requireNoBranch(query.branch)
        // Printed key by key, not through the schema: there may be a hundred thousand of them.
        const printed = yield* mapAllKeys(access, (key) => JSON.stringify(keyToModel(key)))
        return HttpServerResponse.text(`{"_embedded":{"keys":[${printed.join(",")}]}}`, {
          contentType: "application/json"
        })
      })
    })
)
