import { Api } from "@dragoman/api"
import { scopeHierarchyTree, scopesOfPermissionTypes } from "@dragoman/domain/permission"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const ScopeInfoHandlers = HttpApiBuilder.group(Api, "scopeInfo", (handlers) =>
  handlers.handleAll({
    getHierarchy: () => Effect.succeed(scopeHierarchyTree),
    getRoles: () => Effect.succeed(scopesOfPermissionTypes)
  })
)
