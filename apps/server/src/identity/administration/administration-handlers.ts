import { type AdministeredUserModel, Api } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { AdministeredUserRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { organizationToModel } from "../../organization/organization/organization-shapes.ts"
import { accessOf } from "../../platform/access/access.ts"
import { deleteOtherUser, disableUser, enableUser, generateTokenOfUser, setServerRole } from "./administer-users.ts"
import { listAllOrganizations, listUsers } from "./administration-queries.ts"

export const AdministrationHandlers = HttpApiBuilder.group(Api, "administration", (handlers) =>
  handlers.handleAll({
    listOrganizations: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listAllOrganizations(access, query)
      return { _embedded: { organizations: rows.map(organizationToModel) }, page }
    }),
    listUsers: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listUsers(access, query)
      return { _embedded: { users: rows.map(toModel) }, page }
    }),
    deleteUser: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* deleteOtherUser(access, params.userId)
    }),
    disableUser: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* disableUser(access, params.userId)
    }),
    enableUser: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* enableUser(access, params.userId)
    }),
    setServerRole: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* setServerRole(access, params.userId, params.role)
    }),
    generateToken: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return yield* generateTokenOfUser(access, params.userId)
    })
  })
)

const toModel = (user: AdministeredUserRow): AdministeredUserModel => ({
  id: user.userId,
  username: user.username,
  name: user.name,
  emailAwaitingVerification: null,
  avatar: avatarLinks(user.avatarHash),
  globalServerRole: user.serverRole,
  mfaEnabled: false,
  deleted: false,
  disabled: user.isDisabled
})
