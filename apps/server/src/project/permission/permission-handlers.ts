import { Api } from "@dragoman/api"
import { scopeHierarchyTree, scopesOfPermissionTypes } from "@dragoman/domain/permission"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { explainProjectPermission } from "./permission-queries.ts"

export const PermissionHandlers = HttpApiBuilder.group(Api, "permission", (handlers) =>
  handlers.handleAll({
    explain: withAccess((access, { query }) => explainProjectPermission(access, query))
  })
)

export const ScopeInfoHandlers = HttpApiBuilder.group(Api, "scopeInfo", (handlers) =>
  handlers.handleAll({
    getHierarchy: () => Effect.succeed(scopeHierarchyTree),
    getRoles: () => Effect.succeed(scopesOfPermissionTypes)
  })
)
