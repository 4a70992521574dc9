import { Api, type UserBody } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { getManagingOrganization } from "../../organization/managed-account.ts"
import { organizationSummaryToModel } from "../../organization/organization/organization-shapes.ts"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { type UserAccess, withAccess } from "../../service/access/access.ts"
import { setSessionCookie } from "../../service/access/session-cookie.ts"
import { ssoOfUser } from "../../service/sign-in/sign-in-target.ts"
import { accessTokenToModel } from "../authentication/authentication-handlers.ts"
import { provingClientOf } from "../passkey/relying-party.ts"
import {
  changePassword,
  deleteUser,
  generateSuperToken,
  getPreferredOrganization,
  setLanguage,
  setPreferredOrganization,
  setStoredValue
} from "./change-users.ts"
import { editUser } from "./edit-user.ts"
import { getStoredValue, getUser, getUserPreferences, listSingleOwnedOrganizations } from "./user-queries.ts"
import { privateOrganizationToModel, userToModel } from "./user-shapes.ts"

const edited = (access: UserAccess, network: string, body: UserBody) =>
  Effect.map(editUser(access, network, body), userToModel)

export const UserHandlers = HttpApiBuilder.group(Api, "user", (handlers) =>
  handlers.handleAll({
    get: withAccess((access) => Effect.map(getUser(access), userToModel)),
    edit: withAccess((access, { payload, request }) => edited(access, clientNetworkOf(request), payload)),
    editByPost: withAccess((access, { payload, request }) => edited(access, clientNetworkOf(request), payload)),
    delete: withAccess((access) => deleteUser(access)),
    changePassword: withAccess(function* (access, { payload, request }) {
      const { accessToken, session } = yield* changePassword(access, clientNetworkOf(request), payload)
      if (session !== null) yield* setSessionCookie(request, session.value, session.createdAt)
      return accessTokenToModel(accessToken)
    }),
    listSingleOwnedOrganizations: withAccess(function* (access) {
      const organizations = yield* listSingleOwnedOrganizations(access)
      return { _embedded: { organizations: organizations.map(organizationSummaryToModel) } }
    }),
    generateSuperToken: withAccess(function* (access, { payload, request }) {
      return accessTokenToModel(yield* generateSuperToken(access, yield* provingClientOf(request), payload))
    }),
    getSso: withAccess(({ caller }) => Effect.map(ssoOfUser(caller.username), (sso) => sso ?? undefined)),
    getManagedBy: withAccess(function* (access) {
      const organization = yield* getManagingOrganization(access)
      return organization === null ? undefined : privateOrganizationToModel(organization, yield* Settings)
    })
  })
)

export const UserPreferenceHandlers = HttpApiBuilder.group(Api, "userPreference", (handlers) =>
  handlers.handleAll({
    getPreferredOrganization: withAccess(function* (access) {
      return privateOrganizationToModel(yield* getPreferredOrganization(access), yield* Settings)
    }),
    get: withAccess(function* (access) {
      const { languageTag, preferredOrganizationId } = yield* getUserPreferences(access)
      return { language: languageTag, preferredOrganizationId }
    }),
    setLanguage: withAccess((access, { params }) => setLanguage(access, params.languageTag)),
    setPreferredOrganization: withAccess((access, { params }) =>
      setPreferredOrganization(access, params.organizationId)
    ),
    getStoredValue: withAccess(function* (access, { params }) {
      return { data: yield* getStoredValue(access, params.field) }
    }),
    setStoredValue: withAccess((access, { params, payload }) => setStoredValue(access, params.field, payload))
  })
)
