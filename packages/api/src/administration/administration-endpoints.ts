import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { administrator, requires } from "../access/requirement.ts"
import { ConsoleSessionModel } from "../console-session/console-session-model.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { sessionId, userId } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { OrganizationModel } from "../organization/organization-model.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { ServerRoleModel } from "../user/user-model.ts"
import {
  AdministeredUserBody,
  AdministeredUserModel,
  CreatedUserModel,
  NewUserBody,
  PasswordResetLinkModel
} from "./administration-model.ts"

const one = { params: { userId }, success: HttpApiSchema.Empty(200) }
const search = field(
  Schema.optional(Schema.String),
  "Only users whose name or user name contains this text, or organizations whose name or slug does, in any case."
)

/** Operations of server administrators. */
export const AdministrationEndpoints = endpointGroup(
  "administration",
  HttpApiEndpoint.get("listOrganizations", "/v2/administration/organizations", {
    query: { ...listQuery("allOrganizations"), search },
    success: pageOf("organizations", OrganizationModel)
  }).pipe(requires(administrator), described("Lists all organizations of the server.")),
  HttpApiEndpoint.get("listUsers", "/v2/administration/users", {
    query: {
      ...listQuery("users"),
      search,
      filterDisabled: field(
        QueryFlag,
        "Whether to list only disabled users (true) or only enabled ones (false); absent: both."
      ),
      filterRole: field(Schema.optional(ServerRoleModel), "Only users with this role on the server.", "ADMIN")
    },
    success: pageOf("users", AdministeredUserModel)
  }).pipe(requires(administrator), described("Lists all users of the server.")),
  HttpApiEndpoint.post("createUser", "/v2/administration/users", {
    payload: NewUserBody,
    success: CreatedUserModel.annotate({ httpApiStatus: 201 })
  }).pipe(
    requires(administrator),
    described(
      "Creates a user. Without a password the response has a link with which the user sets one. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.put("editUser", "/v2/administration/users/:userId", {
    params: { userId },
    payload: AdministeredUserBody,
    success: AdministeredUserModel
  }).pipe(
    requires(administrator),
    described("Updates the name and the user name of a user, whose sessions stay. Not part of Tolgee's API.")
  ),
  HttpApiEndpoint.delete("deleteUser", "/v2/administration/users/:userId", {
    ...one,
    query: {
      deleteOwnedOrganizations: field(
        QueryFlag,
        "Whether to delete organizations whose only owner is the user too, with their projects; absent: false, and such a user is not deleted."
      )
    }
  }).pipe(
    requires(administrator),
    described(
      "Deletes a user. Fails with `user_is_only_owner_of_organizations`, whose parameters name the organizations, unless `deleteOwnedOrganizations` is true."
    )
  ),
  HttpApiEndpoint.post("createPasswordResetLink", "/v2/administration/users/:userId/password-reset-link", {
    params: { userId },
    success: PasswordResetLinkModel
  }).pipe(
    requires(administrator),
    described(
      "Creates a link with which the user sets a new password, once; earlier ones end. The present password stays valid until then. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.get("listSessions", "/v2/administration/users/:userId/sessions", {
    params: { userId },
    success: listOf("sessions", ConsoleSessionModel)
  }).pipe(
    requires(administrator),
    described("Lists the sessions of a user of the web console, the last used one first. Not part of Tolgee's API.")
  ),
  HttpApiEndpoint.delete("endSessions", "/v2/administration/users/:userId/sessions", one).pipe(
    requires(administrator),
    described("Ends all sessions of a user, and all access tokens. Not part of Tolgee's API.")
  ),
  HttpApiEndpoint.delete("endSession", "/v2/administration/users/:userId/sessions/:sessionId", {
    params: { userId, sessionId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(administrator), described("Ends one session of a user. Not part of Tolgee's API.")),
  HttpApiEndpoint.put("disableUser", "/v2/administration/users/:userId/disable", one).pipe(
    requires(administrator),
    described(
      "Disables a user: no credential works. Sessions and access tokens end; keys and personal access tokens work again once the user is enabled."
    )
  ),
  HttpApiEndpoint.put("enableUser", "/v2/administration/users/:userId/enable", one).pipe(
    requires(administrator),
    described("Enables a disabled user.")
  ),
  HttpApiEndpoint.delete("resetSecondFactors", "/v2/administration/users/:userId/mfa", one).pipe(
    requires(administrator),
    described(
      "Removes the authenticator app, the recovery codes and the passkeys of a user, whose access tokens and sessions end. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.put("setServerRole", "/v2/administration/users/:userId/set-role/:role", {
    params: { userId, role: field(ServerRoleModel, "The new role on the whole server.", "USER") },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(administrator), described("Sets the server role of a user.")),
  HttpApiEndpoint.get("generateToken", "/v2/administration/users/:userId/generate-token", {
    params: { userId },
    /** The access token as plain text. */
    success: Schema.String.annotate({ examples: ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMiJ9.c2lnbmF0dXJl"] }).pipe(
      HttpApiSchema.asText()
    )
  }).pipe(
    requires(administrator),
    described("Returns an access token, as plain text, with which the administrator acts as the user for an hour.")
  )
)
