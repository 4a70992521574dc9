import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { createContentStorage, deleteContentStorage, updateContentStorage } from "./change-content-storages.ts"
import { getContentStorage, listContentStorages } from "./content-storage-queries.ts"
import { contentStorageToModel } from "./content-storage-shapes.ts"
import { testNewStorage, testStoredStorage } from "./test-content-storage.ts"

export const ContentStorageHandlers = HttpApiBuilder.group(Api, "contentStorage", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listContentStorages(access, query)
      return { _embedded: { contentStorages: rows.map(contentStorageToModel) }, page }
    }),
    create: withAccess((access, { payload }) =>
      Effect.map(createContentStorage(access, payload), contentStorageToModel)
    ),
    test: withAccess((access, { payload }) => testNewStorage(access, payload)),
    get: withAccess((access, { params }) => Effect.map(getContentStorage(access, params.id), contentStorageToModel)),
    update: withAccess((access, { params, payload }) =>
      Effect.map(updateContentStorage(access, params.id, payload), contentStorageToModel)
    ),
    delete: withAccess((access, { params }) => deleteContentStorage(access, params.id)),
    testStored: withAccess((access, { params, payload }) => testStoredStorage(access, params.id, payload))
  })
)
