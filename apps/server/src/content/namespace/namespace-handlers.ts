import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { getNamespaceByName, listNamespaces, listUsedNamespaces, renameNamespace } from "./namespaces.ts"

export const NamespaceHandlers = HttpApiBuilder.group(Api, "namespace", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const { rows, page } = yield* listNamespaces(yield* accessOf(endpoint), query)
      return { _embedded: { namespaces: rows }, page }
    }),
    listUsed: Effect.fnUntraced(function* ({ endpoint }) {
      const rows = yield* listUsedNamespaces(yield* accessOf(endpoint))
      return { _embedded: { namespaces: rows.map((row) => row ?? defaultNamespace) } }
    }),
    getByName: Effect.fnUntraced(function* ({ endpoint, params }) {
      return yield* getNamespaceByName(yield* accessOf(endpoint), params.name)
    }),
    rename: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      return yield* renameNamespace(yield* accessOf(endpoint), params.namespaceId, payload)
    })
  })
)

const defaultNamespace = { id: null, name: null }
