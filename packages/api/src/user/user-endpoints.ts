import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { demands, user } from "../access/demand.ts"
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
  HttpApiEndpoint.get("get", "/v2/user", { success: UserModel }).pipe(demands(user(everyCredential))),
  HttpApiEndpoint.put("edit", "/v2/user", edit).pipe(demands(user())),
  /** Deprecated spelling of the one before. */
  HttpApiEndpoint.post("editByPost", "/v2/user", edit).pipe(demands(user())),
  HttpApiEndpoint.delete("delete", "/v2/user", { success: HttpApiSchema.Empty(200) }).pipe(
    demands(user({ superToken: true }))
  ),
  HttpApiEndpoint.put("changePassword", "/v2/user/password", { payload: PasswordBody, success: AccessTokenModel }).pipe(
    demands(user())
  ),
  HttpApiEndpoint.get("listSingleOwnedOrganizations", "/v2/user/single-owned-organizations", {
    success: listOf("organizations", OrganizationSummaryModel)
  }).pipe(demands(user())),
  HttpApiEndpoint.post("generateSuperToken", "/v2/user/generate-super-token", {
    payload: SuperTokenBody,
    success: AccessTokenModel
  }).pipe(demands(user())),
  HttpApiEndpoint.get("getSso", "/v2/user/sso", { success: HttpApiSchema.NoContent }).pipe(
    demands(user(everyCredential))
  ),
  HttpApiEndpoint.get("getManagedBy", "/v2/user/managed-by", { success: HttpApiSchema.NoContent }).pipe(demands(user()))
)
