import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { getNamespaceByName, listNamespaces, listUsedNamespaces, renameNamespace } from "./namespaces.ts"

export const NamespaceHandlers = HttpApiBuilder.group(Api, "namespace", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listNamespaces(access, query)
      return { _embedded: { namespaces: rows }, page }
    }),
    listUsed: withAccess(function* (access) {
      const rows = yield* listUsedNamespaces(access)
      return { _embedded: { namespaces: rows.map((row) => row ?? defaultNamespace) } }
    }),
    getByName: withAccess((access, { params }) => getNamespaceByName(access, params.name)),
    rename: withAccess((access, { params, payload }) => renameNamespace(access, params.namespaceId, payload))
  })
)

const defaultNamespace = { id: null, name: null }
