import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import {
  createOrganization,
  deleteOrganization,
  editOrganization,
  leaveOrganization,
  removeOrganizationUser,
  setBasePermissionType,
  setBaseScopes,
  setOrganizationRole
} from "./change-organizations.ts"
import {
  getOrganization,
  listOrganizationLanguages,
  listOrganizations,
  listOrganizationUsers
} from "./organization-queries.ts"
import { organizationLanguageToModel, organizationToModel, organizationUserToModel } from "./organization-shapes.ts"

export const OrganizationHandlers = HttpApiBuilder.group(Api, "organization", (handlers) =>
  handlers.handleAll({
    create: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      return organizationToModel(yield* createOrganization(access, payload))
    }),
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listOrganizations(access, query)
      return { _embedded: { organizations: rows.map(organizationToModel) }, page }
    }),
    get: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      return organizationToModel(yield* getOrganization(access))
    }),
    edit: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      return organizationToModel(yield* editOrganization(access, payload))
    }),
    delete: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      yield* deleteOrganization(access)
    }),
    listUsers: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listOrganizationUsers(access, query)
      return { _embedded: { usersInOrganization: rows.map(organizationUserToModel) }, page }
    }),
    setUserRole: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      yield* setOrganizationRole(access, params.userId, payload.roleType ?? "MEMBER")
    }),
    removeUser: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* removeOrganizationUser(access, params.userId)
    }),
    leave: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      yield* leaveOrganization(access)
    }),
    setBasePermissionType: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* setBasePermissionType(access, params.permissionType)
    }),
    setBaseScopes: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      yield* setBaseScopes(access, query.scopes ?? null)
    }),
    listLanguages: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listOrganizationLanguages(access, query, { baseOnly: false })
      return { _embedded: { languages: rows.map(organizationLanguageToModel) }, page }
    }),
    listBaseLanguages: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listOrganizationLanguages(access, query, { baseOnly: true })
      return { _embedded: { languages: rows.map(organizationLanguageToModel) }, page }
    })
  })
)
