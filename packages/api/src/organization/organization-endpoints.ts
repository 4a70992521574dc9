import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { organization, requires, user } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { IdList } from "../identifier/id-list.ts"
import { PathId } from "../identifier/path-id.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { PermissionTypeModel } from "../permission/permission-model.ts"
import {
  OrganizationBody,
  OrganizationLanguageModel,
  OrganizationModel,
  OrganizationUserModel,
  SetOrganizationRoleBody
} from "./organization-model.ts"

const one = { organization: Schema.String }
const oneUser = { ...one, userId: PathId }

const languageQuery = {
  ...listQuery("organizationLanguages"),
  search: Schema.optional(Schema.String),
  /** Only languages of these projects; none named: of all that the caller can enter. */
  projectIds: Schema.optional(IdList)
}

const loggedInOrToken = { credentials: ["JWT", "PAT"] } as const
const superToken = { superToken: true } as const

/** Organizations and who belongs to them. Source: reference "auth-and-permissions" 5.1 to 5.3. */
export const OrganizationEndpoints = endpointGroup(
  "organization",
  HttpApiEndpoint.post("create", "/v2/organizations", {
    payload: OrganizationBody,
    success: OrganizationModel.annotate({ httpApiStatus: 201 })
  }).pipe(requires(user(loggedInOrToken))),
  HttpApiEndpoint.get("list", "/v2/organizations", {
    query: {
      ...listQuery("organizations"),
      /** Contained in the name, case-insensitive. */
      search: Schema.optional(Schema.String),
      filterCurrentUserOwner: Schema.optional(Schema.Literals(["true", "false"]))
    },
    success: pageOf("organizations", OrganizationModel)
  }).pipe(requires(user(loggedInOrToken))),
  HttpApiEndpoint.get("get", "/v2/organizations/:organization", { params: one, success: OrganizationModel }).pipe(
    requires(organization("VIEWER", loggedInOrToken))
  ),
  HttpApiEndpoint.put("edit", "/v2/organizations/:organization", {
    params: one,
    payload: OrganizationBody,
    success: OrganizationModel
  }).pipe(requires(organization("OWNER", superToken))),
  HttpApiEndpoint.delete("delete", "/v2/organizations/:organization", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(organization("OWNER", superToken))),
  HttpApiEndpoint.get("listUsers", "/v2/organizations/:organization/users", {
    params: one,
    query: {
      ...listQuery("organizationUsers"),
      /** Contained in the name or the user name, case-insensitive. */
      search: Schema.optional(Schema.String)
    },
    success: pageOf("usersInOrganization", OrganizationUserModel)
  }).pipe(requires(organization("MEMBER", superToken))),
  HttpApiEndpoint.put("setUserRole", "/v2/organizations/:organization/users/:userId/set-role", {
    params: oneUser,
    payload: SetOrganizationRoleBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(organization("OWNER", superToken))),
  HttpApiEndpoint.delete("removeUser", "/v2/organizations/:organization/users/:userId", {
    params: oneUser,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(organization("OWNER", superToken))),
  HttpApiEndpoint.put("leave", "/v2/organizations/:organization/leave", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(organization("VIEWER", superToken))),
  HttpApiEndpoint.put("setBasePermissionType", "/v2/organizations/:organization/set-base-permissions/:permissionType", {
    params: { ...one, permissionType: PermissionTypeModel },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(organization("OWNER"))),
  HttpApiEndpoint.put("setBaseScopes", "/v2/organizations/:organization/set-base-permissions", {
    params: one,
    query: {
      /** Repeated or comma-separated. */
      scopes: Schema.optional(Schema.Array(Schema.String))
    },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(organization("OWNER"))),
  HttpApiEndpoint.get("listLanguages", "/v2/organizations/:organization/languages", {
    params: one,
    query: languageQuery,
    success: pageOf("languages", OrganizationLanguageModel)
  }).pipe(requires(organization("VIEWER"))),
  HttpApiEndpoint.get("listBaseLanguages", "/v2/organizations/:organization/base-languages", {
    params: one,
    query: languageQuery,
    success: pageOf("languages", OrganizationLanguageModel)
  }).pipe(requires(organization("VIEWER")))
)
