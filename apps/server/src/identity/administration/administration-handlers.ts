import { type AdministeredUserModel, Api } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { AdministeredUserRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { organizationToModel } from "../../organization/organization/organization-shapes.ts"
import { accessOf } from "../../platform/access/access.ts"
import { sessionToModel } from "../console-session/session-shapes.ts"
import { emailAwaitingVerification } from "../user/user-shapes.ts"
import {
  createLinkForUser,
  createUser,
  deleteOtherUser,
  disableUser,
  editOtherUser,
  enableUser,
  endSessionOfUser,
  endSessionsOfUser,
  generateTokenOfUser,
  setServerRole
} from "./administer-users.ts"
import { listAllOrganizations, listSessionsOfUser, listUsers } from "./administration-queries.ts"
import { resetUserSecondFactors } from "./reset-user-second-factors.ts"

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
    createUser: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      const { user, passwordResetLink } = yield* createUser(access, payload)
      return { ...toModel(user), passwordResetLink }
    }),
    editUser: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      return toModel(yield* editOtherUser(access, params.userId, payload))
    }),
    deleteUser: Effect.fnUntraced(function* ({ endpoint, params, query }) {
      const access = yield* accessOf(endpoint)
      const deleteOwnedOrganizations = query.deleteOwnedOrganizations ?? false
      yield* deleteOtherUser(access, params.userId, { deleteOwnedOrganizations })
    }),
    createPasswordResetLink: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return yield* createLinkForUser(access, params.userId)
    }),
    listSessions: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      const sessions = yield* listSessionsOfUser(access, params.userId)
      return { _embedded: { sessions: sessions.map((session) => sessionToModel(access, session)) } }
    }),
    endSessions: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* endSessionsOfUser(access, params.userId)
    }),
    endSession: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* endSessionOfUser(access, params.userId, params.sessionId)
    }),
    disableUser: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* disableUser(access, params.userId)
    }),
    enableUser: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* enableUser(access, params.userId)
    }),
    resetSecondFactors: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* resetUserSecondFactors(access, params.userId)
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
  emailAwaitingVerification: emailAwaitingVerification(user),
  avatar: avatarLinks(user.avatarHash),
  globalServerRole: user.serverRole,
  mfaEnabled: user.mfaEnabled,
  deleted: false,
  disabled: user.isDisabled,
  createdAt: user.createdAt,
  lastActivity: user.lastActivity
})
