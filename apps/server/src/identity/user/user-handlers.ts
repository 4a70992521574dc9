import { Api, type UserBody } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { getManagingOrganization } from "../../organization/managed-account.ts"
import { organizationSummaryToModel } from "../../organization/organization/organization-shapes.ts"
import { accessOf, type UserAccess } from "../../platform/access/access.ts"
import { setSessionCookie } from "../../platform/access/session-cookie.ts"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { ssoOfUser } from "../../platform/sign-in/sign-in-target.ts"
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
    get: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      return userToModel(yield* getUser(access))
    }),
    edit: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      return yield* edited(access, clientNetworkOf(request), payload)
    }),
    editByPost: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      return yield* edited(access, clientNetworkOf(request), payload)
    }),
    delete: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      yield* deleteUser(access)
    }),
    changePassword: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      const { accessToken, session } = yield* changePassword(access, clientNetworkOf(request), payload)
      if (session !== null) yield* setSessionCookie(request, session.value, session.createdAt)
      return accessTokenToModel(accessToken)
    }),
    listSingleOwnedOrganizations: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      const organizations = yield* listSingleOwnedOrganizations(access)
      return { _embedded: { organizations: organizations.map(organizationSummaryToModel) } }
    }),
    generateSuperToken: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      return accessTokenToModel(yield* generateSuperToken(access, yield* provingClientOf(request), payload))
    }),
    getSso: Effect.fnUntraced(function* ({ endpoint }) {
      const { caller } = yield* accessOf(endpoint)
      return (yield* ssoOfUser(caller.username)) ?? undefined
    }),
    getManagedBy: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      const organization = yield* getManagingOrganization(access)
      return organization === null ? undefined : privateOrganizationToModel(organization)
    })
  })
)

export const UserPreferenceHandlers = HttpApiBuilder.group(Api, "userPreference", (handlers) =>
  handlers.handleAll({
    getPreferredOrganization: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      return privateOrganizationToModel(yield* getPreferredOrganization(access))
    }),
    get: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      const { languageTag, preferredOrganizationId } = yield* getUserPreferences(access)
      return { language: languageTag, preferredOrganizationId }
    }),
    setLanguage: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* setLanguage(access, params.languageTag)
    }),
    setPreferredOrganization: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* setPreferredOrganization(access, params.organizationId)
    }),
    getStoredValue: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return { data: yield* getStoredValue(access, params.field) }
    }),
    setStoredValue: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      yield* setStoredValue(access, params.field, payload)
    })
  })
)
