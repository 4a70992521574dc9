import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
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
    create: withAccess((access, { payload }) => Effect.map(createOrganization(access, payload), organizationToModel)),
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listOrganizations(access, query)
      return { _embedded: { organizations: rows.map(organizationToModel) }, page }
    }),
    get: withAccess((access) => Effect.map(getOrganization(access), organizationToModel)),
    edit: withAccess((access, { payload }) => Effect.map(editOrganization(access, payload), organizationToModel)),
    delete: withAccess((access) => deleteOrganization(access)),
    listUsers: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listOrganizationUsers(access, query)
      return { _embedded: { usersInOrganization: rows.map(organizationUserToModel) }, page }
    }),
    setUserRole: withAccess((access, { params, payload }) =>
      setOrganizationRole(access, params.userId, payload.roleType ?? "MEMBER")
    ),
    removeUser: withAccess((access, { params }) => removeOrganizationUser(access, params.userId)),
    leave: withAccess((access) => leaveOrganization(access)),
    setBasePermissionType: withAccess((access, { params }) => setBasePermissionType(access, params.permissionType)),
    setBaseScopes: withAccess((access, { query }) => setBaseScopes(access, query.scopes ?? null)),
    listLanguages: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listOrganizationLanguages(access, query, { baseOnly: false })
      return { _embedded: { languages: rows.map(organizationLanguageToModel) }, page }
    }),
    listBaseLanguages: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listOrganizationLanguages(access, query, { baseOnly: true })
      return { _embedded: { languages: rows.map(organizationLanguageToModel) }, page }
    })
  })
)
