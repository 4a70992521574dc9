import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { getPreferredOrganization } from "./get-preferred-organization.ts"
import { getUserPreferences } from "./get-user-preferences.ts"
import { setLanguage } from "./set-language.ts"
import { setPreferredOrganization } from "./set-preferred-organization.ts"
import { getStoredValue, setStoredValue } from "./stored-value.ts"
import { privateOrganizationToModel } from "./user-to-model.ts"

export const UserPreferenceHandlers = HttpApiBuilder.group(Api, "userPreference", (handlers) =>
  handlers.handleAll({
    getPreferredOrganization: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      return privateOrganizationToModel(yield* getPreferredOrganization(access))
    }),
    get: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      const { languageTag, preferredOrganizationId } = yield* getUserPreferences(access)
      return { language: languageTag, preferredOrganizationId }
    }),
    setLanguage: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      yield* setLanguage(access, params.languageTag)
    }),
    setPreferredOrganization: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      yield* setPreferredOrganization(access, params.organizationId)
    }),
    getStoredValue: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      return { data: yield* getStoredValue(access, params.field) }
    }),
    setStoredValue: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* granted(endpoint)
      yield* setStoredValue(access, params.field, payload)
    })
  })
)
