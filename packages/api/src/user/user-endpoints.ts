import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { AccessTokenModel } from "../authentication/authentication-model.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { OrganizationSummaryModel } from "../organization/organization-model.ts"
import { listOf } from "../page/page-model.ts"
import { UserSsoModel } from "../sign-in/sign-in-model.ts"
import { PasswordBody, PrivateOrganizationModel, SuperTokenBody, UserBody, UserModel } from "./user-model.ts"

const beforeVerification = { beforeVerification: true } as const
/** Such an endpoint shows which account it is, or proves who asks to connect it with single sign-on. */
const beforeConnecting = { beforeConnecting: true, ...beforeVerification } as const
const everyCredential = { credentials: ["JWT", "PAT", "PAK"], ...beforeConnecting } as const
/** Operations of the user in person: an administrator who acts as the user must not keep the account. */
const inPerson = { inPerson: true } as const
const edit = { payload: UserBody, success: UserModel }

/** The caller's own account. */
export const UserEndpoints = endpointGroup(
  "user",
  HttpApiEndpoint.get("get", "/v2/user", { success: UserModel }).pipe(
    requires(user(everyCredential)),
    described("Returns the caller's account.")
  ),
  HttpApiEndpoint.put("edit", "/v2/user", edit).pipe(
    requires(user({ ...inPerson, ...beforeVerification })),
    described("Updates the caller's account.")
  ),
  HttpApiEndpoint.post("editByPost", "/v2/user", edit).pipe(
    requires(user({ ...inPerson, ...beforeVerification })),
    described("Updates the caller's account. Deprecated: use `PUT`.")
  ),
  HttpApiEndpoint.delete("delete", "/v2/user", { success: HttpApiSchema.Empty(200) }).pipe(
    requires(user({ superToken: true })),
    described("Deletes the caller's account.")
  ),
  HttpApiEndpoint.put("changePassword", "/v2/user/password", { payload: PasswordBody, success: AccessTokenModel }).pipe(
    requires(user(inPerson)),
    described("Changes the caller's password and returns a new access token; earlier access tokens become invalid.")
  ),
  HttpApiEndpoint.get("listSingleOwnedOrganizations", "/v2/user/single-owned-organizations", {
    success: listOf("organizations", OrganizationSummaryModel)
  }).pipe(requires(user()), described("Lists the organizations whose only owner is the caller.")),
  HttpApiEndpoint.post("generateSuperToken", "/v2/user/generate-super-token", {
    payload: SuperTokenBody,
    success: AccessTokenModel
  }).pipe(
    requires(user({ ...inPerson, ...beforeConnecting })),
    described("Checks the caller's password, second factor or passkey and returns a super token.")
  ),
  HttpApiEndpoint.get("getSso", "/v2/user/sso", { success: [UserSsoModel, HttpApiSchema.NoContent] }).pipe(
    requires(user(everyCredential)),
    described("Returns the single sign-on of the caller's e-mail domain; no content when it has none.")
  ),
  HttpApiEndpoint.get("getManagedBy", "/v2/user/managed-by", {
    success: [PrivateOrganizationModel, HttpApiSchema.NoContent]
  }).pipe(
    requires(user(beforeConnecting)),
    described("Returns the organization that manages the caller's account; no content when none does.")
  )
)
