import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { AccessTokenModel } from "../authentication/authentication-model.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { OrganizationSummaryModel } from "../organization/organization-model.ts"
import { listOf } from "../page/page-model.ts"
import { PasswordBody, SuperTokenBody, UserBody, UserModel } from "./user-model.ts"

const everyCredential = { credentials: ["JWT", "PAT", "PAK"] } as const
const edit = { payload: UserBody, success: UserModel }

/** The caller's own account. Source: reference "auth-and-permissions" 5.4. */
export const UserEndpoints = endpointGroup(
  "user",
  HttpApiEndpoint.get("get", "/v2/user", { success: UserModel }).pipe(requires(user(everyCredential))),
  HttpApiEndpoint.put("edit", "/v2/user", edit).pipe(requires(user())),
  /** Deprecated spelling of the one before. */
  HttpApiEndpoint.post("editByPost", "/v2/user", edit).pipe(requires(user())),
  HttpApiEndpoint.delete("delete", "/v2/user", { success: HttpApiSchema.Empty(200) }).pipe(
    requires(user({ superToken: true }))
  ),
  HttpApiEndpoint.put("changePassword", "/v2/user/password", { payload: PasswordBody, success: AccessTokenModel }).pipe(
    requires(user())
  ),
  HttpApiEndpoint.get("listSingleOwnedOrganizations", "/v2/user/single-owned-organizations", {
    success: listOf("organizations", OrganizationSummaryModel)
  }).pipe(requires(user())),
  HttpApiEndpoint.post("generateSuperToken", "/v2/user/generate-super-token", {
    payload: SuperTokenBody,
    success: AccessTokenModel
  }).pipe(requires(user())),
  HttpApiEndpoint.get("getSso", "/v2/user/sso", { success: HttpApiSchema.NoContent }).pipe(
    requires(user(everyCredential))
  ),
  HttpApiEndpoint.get("getManagedBy", "/v2/user/managed-by", { success: HttpApiSchema.NoContent }).pipe(
    requires(user())
  )
)
