import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { getNamespaceByName } from "./get-namespace-by-name.ts"
import { listNamespaces } from "./list-namespaces.ts"
import { listUsedNamespaces } from "./list-used-namespaces.ts"
import { renameNamespace } from "./rename-namespace.ts"

export const NamespaceHandlers = HttpApiBuilder.group(Api, "namespace", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const { rows, page } = yield* listNamespaces(yield* granted(endpoint), query)
      return { _embedded: { namespaces: rows }, page }
    }),
    listUsed: Effect.fnUntraced(function* ({ endpoint }) {
      return { _embedded: { namespaces: yield* listUsedNamespaces(yield* granted(endpoint)) } }
    }),
    getByName: Effect.fnUntraced(function* ({ endpoint, params }) {
      return yield* getNamespaceByName(yield* granted(endpoint), params.name)
    }),
    rename: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      return yield* renameNamespace(yield* granted(endpoint), params.namespaceId, payload)
    })
  })
)
