import { type AdministeredUserModel, Api } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { AdministeredUserRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { organizationToModel } from "../../organization/organization/organization-shapes.ts"
import { withAccess } from "../../service/access/access.ts"
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
    listOrganizations: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listAllOrganizations(access, query)
      return { _embedded: { organizations: rows.map(organizationToModel) }, page }
    }),
    listUsers: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listUsers(access, query)
      return { _embedded: { users: rows.map(toModel) }, page }
    }),
    createUser: withAccess(function* (access, { payload }) {
      const { user, passwordResetLink } = yield* createUser(access, payload)
      return { ...toModel(user), passwordResetLink }
    }),
    editUser: withAccess((access, { params, payload }) =>
      Effect.map(editOtherUser(access, params.userId, payload), toModel)
    ),
    deleteUser: withAccess(function* (access, { params, query }) {
      const deleteOwnedOrganizations = query.deleteOwnedOrganizations ?? false
      yield* deleteOtherUser(access, params.userId, { deleteOwnedOrganizations })
    }),
    createPasswordResetLink: withAccess((access, { params }) => createLinkForUser(access, params.userId)),
    listSessions: withAccess(function* (access, { params }) {
      const sessions = yield* listSessionsOfUser(access, params.userId)
      return { _embedded: { sessions: sessions.map((session) => sessionToModel(access, session)) } }
    }),
    endSessions: withAccess((access, { params }) => endSessionsOfUser(access, params.userId)),
    endSession: withAccess((access, { params }) => endSessionOfUser(access, params.userId, params.sessionId)),
    disableUser: withAccess((access, { params }) => disableUser(access, params.userId)),
    enableUser: withAccess((access, { params }) => enableUser(access, params.userId)),
    resetSecondFactors: withAccess((access, { params }) => resetUserSecondFactors(access, params.userId)),
    setServerRole: withAccess((access, { params }) => setServerRole(access, params.userId, params.role)),
    generateToken: withAccess((access, { params }) => generateTokenOfUser(access, params.userId))
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
