import { Api } from "@dragoman/api"
import type { KeyRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { readBranchNames } from "../../change/branch-place.ts"
import { ifMatch, withETag } from "../../platform/http/if-match.ts"
import { idListBodies } from "../../platform/id-list/decode-id-list.ts"
import { receiveIdList } from "../../platform/id-list/id-list-thread.ts"
import { type ProjectAccess, withAccess } from "../../service/access/access.ts"
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
      withAccess(function* (access, { request }) {
        const { ids } = yield* receiveIdList(idListBodies.ids, request)
        yield* deleteKeys(access, ids ?? [], null)
      })
    )
    .handleAll({
      create: withAccess(function* (access, { payload }) {
        return keyWithDataToModel(yield* createKey(access, payload), yield* imageLinks)
      }),
      createByAlias: withAccess(function* (access, { payload }) {
        return keyWithDataToModel(yield* createKey(access, payload), yield* imageLinks)
      }),
      list: withAccess(function* (access, { query }) {
        const { rows, page } = yield* listKeys(access, query)
        const names = yield* readBranchNames(access)
        return { _embedded: { keys: rows.map((key) => keyToModel(key, names)) }, page }
      }),
      get: withAccess((access, { params }) => withETag(toModel(access, getKey(access, params.keyId)))),
      edit: withAccess(function* (access, { params, payload }) {
        const precondition = yield* keyPrecondition(access)
        return yield* withETag(toModel(access, editKey(access, params.keyId, payload, precondition)))
      }),
      complexUpdate: withAccess(function* (access, { params, payload }) {
        const precondition = yield* keyPrecondition(access)
        return keyWithDataToModel(
          yield* complexUpdateKey(access, params.keyId, payload, precondition),
          yield* imageLinks
        )
      }),
      delete: withAccess(function* (access, { params }) {
        yield* deleteKeys(access, params.keyIds, yield* keyPrecondition(access))
      }),
      listAll: withAccess(function* (access, { query }) {
        const names = yield* readBranchNames(access)
        // Printed key by key, not through the schema: there may be a hundred thousand of them.
        const printed = yield* mapAllKeys(access, query.branch, (key) => JSON.stringify(keyToModel(key, names)))
        return HttpServerResponse.text(`{"_embedded":{"keys":[${printed.join(",")}]}}`, {
          contentType: "application/json"
        })
      })
    })
)

const toModel = <E, R>(access: ProjectAccess, key: Effect.Effect<KeyRow, E, R>) =>
  Effect.zipWith(key, readBranchNames(access), keyToModel)

/** Compares keys with `If-Match` as `GET` shows them. */
const keyPrecondition = (access: ProjectAccess) =>
  Effect.flatMap(readBranchNames(access), (names) => ifMatch((key: KeyRow) => keyToModel(key, names)))
