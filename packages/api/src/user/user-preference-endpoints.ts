import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { PrivateOrganizationModel, StoredValueModel, UserPreferencesModel } from "./user-model.ts"

const field = { field: Schema.String }

/** What the caller prefers. Source: reference "auth-and-permissions" 5.5. */
export const UserPreferenceEndpoints = endpointGroup(
  "userPreference",
  HttpApiEndpoint.get("getPreferredOrganization", "/v2/preferred-organization", {
    success: PrivateOrganizationModel
  }).pipe(requires(user())),
  HttpApiEndpoint.get("get", "/v2/user-preferences", { success: UserPreferencesModel }).pipe(requires(user())),
  HttpApiEndpoint.put("setLanguage", "/v2/user-preferences/set-language/:languageTag", {
    params: { languageTag: Schema.String },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(user())),
  HttpApiEndpoint.put("setPreferredOrganization", "/v2/user-preferences/set-preferred-organization/:organizationId", {
    params: { organizationId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(user())),
  HttpApiEndpoint.get("getStoredValue", "/v2/user-preferences/storage/:field", {
    params: field,
    success: StoredValueModel
  }).pipe(requires(user())),
  HttpApiEndpoint.put("setStoredValue", "/v2/user-preferences/storage/:field", {
    params: field,
    payload: Schema.Json,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(user()))
)
