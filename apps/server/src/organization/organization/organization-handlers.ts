import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { createOrganization } from "./create-organization.ts"
import { deleteOrganization } from "./delete-organization.ts"
import { editOrganization } from "./edit-organization.ts"
import { getOrganization } from "./get-organization.ts"
import { leaveOrganization } from "./leave-organization.ts"
import { listOrganizationLanguages } from "./list-organization-languages.ts"
import { listOrganizationUsers } from "./list-organization-users.ts"
import { listOrganizations } from "./list-organizations.ts"
import { organizationLanguageToModel, organizationToModel, organizationUserToModel } from "./organization-to-model.ts"
import { removeOrganizationUser } from "./remove-organization-user.ts"
import { setBasePermissionType, setBaseScopes } from "./set-base-permission.ts"
import { setOrganizationRole } from "./set-organization-role.ts"

export const OrganizationHandlers = HttpApiBuilder.group(Api, "organization", (handlers) =>
  handlers.handleAll({
    create: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return organizationToModel(yield* createOrganization(access, payload))
    }),
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      const { rows, page } = yield* listOrganizations(access, query)
      return { _embedded: { organizations: rows.map(organizationToModel) }, page }
    }),
    get: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      return organizationToModel(yield* getOrganization(access))
    }),
    edit: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* granted(endpoint)
      return organizationToModel(yield* editOrganization(access, payload))
    }),
    delete: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      yield* deleteOrganization(access)
    }),
    listUsers: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      const { rows, page } = yield* listOrganizationUsers(access, query)
      return { _embedded: { usersInOrganization: rows.map(organizationUserToModel) }, page }
    }),
    setUserRole: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* granted(endpoint)
      yield* setOrganizationRole(access, params.userId, payload.roleType ?? "MEMBER")
    }),
    removeUser: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      yield* removeOrganizationUser(access, params.userId)
    }),
    leave: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      yield* leaveOrganization(access)
    }),
    setBasePermissionType: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      yield* setBasePermissionType(access, params.permissionType)
    }),
    setBaseScopes: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      yield* setBaseScopes(access, query.scopes ?? null)
    }),
    listLanguages: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      const { rows, page } = yield* listOrganizationLanguages(access, query, { baseOnly: false })
      return { _embedded: { languages: rows.map(organizationLanguageToModel) }, page }
    }),
    listBaseLanguages: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* granted(endpoint)
      const { rows, page } = yield* listOrganizationLanguages(access, query, { baseOnly: true })
      return { _embedded: { languages: rows.map(organizationLanguageToModel) }, page }
    })
  })
)
