import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { explainProjectPermission } from "./explain-project-permission.ts"

export const PermissionHandlers = HttpApiBuilder.group(Api, "permission", (handlers) =>
  handlers.handleAll({
    explain: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      return yield* explainProjectPermission(access, query)
    })
  })
)
