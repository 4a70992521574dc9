import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import {
  getPreferredOrganization,
  getStoredValue,
  getUserPreferences,
  setLanguage,
  setPreferredOrganization,
  setStoredValue
} from "./user-preferences.ts"
import { privateOrganizationToModel } from "./user-shapes.ts"

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
