import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { administrator, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { userId } from "../identifier/path-parameters.ts"
import { OrganizationModel } from "../organization/organization-model.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { ServerRoleModel } from "../user/user-model.ts"
import { AdministeredUserModel } from "./administration-model.ts"

const one = { params: { userId }, success: HttpApiSchema.Empty(200) }
const search = field(
  Schema.optional(Schema.String),
  "Only users whose name or user name contains this text, or organizations whose name or slug does, in any case."
)

/** For server administrators. */
export const AdministrationEndpoints = endpointGroup(
  "administration",
  HttpApiEndpoint.get("listOrganizations", "/v2/administration/organizations", {
    query: { ...listQuery("allOrganizations"), search },
    success: pageOf("organizations", OrganizationModel)
  }).pipe(requires(administrator), described("Lists all organizations of the server.")),
  HttpApiEndpoint.get("listUsers", "/v2/administration/users", {
    query: { ...listQuery("users"), search },
    success: pageOf("users", AdministeredUserModel)
  }).pipe(requires(administrator), described("Lists all users of the server.")),
  HttpApiEndpoint.delete("deleteUser", "/v2/administration/users/:userId", one).pipe(
    requires(administrator),
    described("Deletes a user.")
  ),
  HttpApiEndpoint.put("disableUser", "/v2/administration/users/:userId/disable", one).pipe(
    requires(administrator),
    described("Disables a user: their credentials stop working.")
  ),
  HttpApiEndpoint.put("enableUser", "/v2/administration/users/:userId/enable", one).pipe(
    requires(administrator),
    described("Enables a disabled user.")
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
