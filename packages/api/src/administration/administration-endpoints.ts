import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { administrator, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { OrganizationModel } from "../organization/organization-model.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { ServerRoleModel } from "../user/user-model.ts"
import { AdministeredUserModel } from "./administration-model.ts"

const one = { params: { userId: PathId }, success: HttpApiSchema.Empty(200) }
/** Contained, case-insensitive. */
const search = Schema.optional(Schema.String)

/** For server administrators. Source: reference "auth-and-permissions" 5.6. */
export const AdministrationEndpoints = endpointGroup(
  "administration",
  HttpApiEndpoint.get("listOrganizations", "/v2/administration/organizations", {
    query: { ...listQuery("allOrganizations"), search },
    success: pageOf("organizations", OrganizationModel)
  }).pipe(requires(administrator)),
  HttpApiEndpoint.get("listUsers", "/v2/administration/users", {
    query: { ...listQuery("users"), search },
    success: pageOf("users", AdministeredUserModel)
  }).pipe(requires(administrator)),
  HttpApiEndpoint.delete("deleteUser", "/v2/administration/users/:userId", one).pipe(requires(administrator)),
  HttpApiEndpoint.put("disableUser", "/v2/administration/users/:userId/disable", one).pipe(requires(administrator)),
  HttpApiEndpoint.put("enableUser", "/v2/administration/users/:userId/enable", one).pipe(requires(administrator)),
  HttpApiEndpoint.put("setServerRole", "/v2/administration/users/:userId/set-role/:role", {
    params: { userId: PathId, role: ServerRoleModel },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(administrator)),
  HttpApiEndpoint.get("generateToken", "/v2/administration/users/:userId/generate-token", {
    params: { userId: PathId },
    /** The access token itself: a text, no JSON. */
    success: Schema.String.pipe(HttpApiSchema.asText())
  }).pipe(requires(administrator))
)
