import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { organizationId } from "../identifier/path-parameters.ts"
import { PrivateOrganizationModel, StoredValueModel, UserPreferencesModel } from "./user-model.ts"

const beforeVerification = { beforeVerification: true } as const
const stored = { field: field(Schema.String, "Name that the client chose, 1 to 100 characters.", "tour") }

/** The caller's preferences. */
export const UserPreferenceEndpoints = endpointGroup(
  "userPreference",
  HttpApiEndpoint.get("getPreferredOrganization", "/v2/preferred-organization", {
    success: PrivateOrganizationModel
  }).pipe(
    requires(user(beforeVerification)),
    described("Returns the caller's preferred organization; creates one for a caller without any.")
  ),
  HttpApiEndpoint.get("get", "/v2/user-preferences", { success: UserPreferencesModel }).pipe(
    requires(user(beforeVerification)),
    described("Returns the caller's preferences.")
  ),
  HttpApiEndpoint.put("setLanguage", "/v2/user-preferences/set-language/:languageTag", {
    params: { languageTag: field(Schema.String, "Language tag of the console.", "cs") },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(user(beforeVerification)), described("Sets the language of the caller's console.")),
  HttpApiEndpoint.put("setPreferredOrganization", "/v2/user-preferences/set-preferred-organization/:organizationId", {
    params: { organizationId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(user()), described("Sets the caller's preferred organization.")),
  HttpApiEndpoint.get("getStoredValue", "/v2/user-preferences/storage/:field", {
    params: stored,
    success: StoredValueModel
  }).pipe(requires(user(beforeVerification)), described("Returns the value that the caller stored under a name.")),
  HttpApiEndpoint.put("setStoredValue", "/v2/user-preferences/storage/:field", {
    params: stored,
    payload: Schema.Json.annotate({ examples: [{ seen: true }] }),
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(user()), described("Stores a JSON value for the caller under a name."))
)
