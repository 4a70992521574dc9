import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { listMembers } from "./list-members.ts"
import { memberToModel } from "./member-to-model.ts"
import { resetToOrganization, revokeAccess } from "./remove-direct-permission.ts"
import { setPermissionType, setScopes } from "./set-direct-permission.ts"

export const MemberHandlers = HttpApiBuilder.group(Api, "member", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      const { rows, page } = yield* listMembers(access, query)
      return { _embedded: { users: rows.map(memberToModel) }, page }
    }),
    setPermissionType: Effect.fnUntraced(function* ({ endpoint, params, query }) {
      const access = yield* granted(endpoint)
      yield* setPermissionType(access, params.userId, params.permissionType, query)
    }),
    setScopes: Effect.fnUntraced(function* ({ endpoint, params, query }) {
      const access = yield* granted(endpoint)
      yield* setScopes(access, params.userId, query.scopes ?? [], query)
    }),
    resetToOrganization: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      yield* resetToOrganization(access, params.userId)
    }),
    revokeAccess: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      yield* revokeAccess(access, params.userId)
    })
  })
)
