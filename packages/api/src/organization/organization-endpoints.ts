import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { organization, requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { IdList } from "../identifier/id-list.ts"
import { organizationIdOrSlug, userId } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
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

const one = { organization: organizationIdOrSlug }
const oneUser = { ...one, userId }

const languageQuery = {
  ...listQuery("organizationLanguages"),
  search: field(Schema.optional(Schema.String), "Only languages whose name or tag contains this text, in any case."),
  projectIds: field(
    Schema.optional(IdList),
    "Only languages of these projects; absent: of all projects that the caller can enter."
  )
}

const loggedInOrToken = { credentials: ["JWT", "PAT"] } as const
const superToken = { superToken: true } as const

/** Organizations and their members. */
export const OrganizationEndpoints = endpointGroup(
  "organization",
  HttpApiEndpoint.post("create", "/v2/organizations", {
    payload: OrganizationBody,
    success: OrganizationModel.annotate({ httpApiStatus: 201 })
  }).pipe(requires(user(loggedInOrToken)), described("Creates an organization with the caller as its owner.")),
  HttpApiEndpoint.get("list", "/v2/organizations", {
    query: {
      ...listQuery("organizations"),
      search: field(Schema.optional(Schema.String), "Only organizations whose name contains this text, in any case."),
      filterCurrentUserOwner: field(
        QueryFlag,
        "Whether to list only organizations that the caller owns; absent: false."
      )
    },
    success: pageOf("organizations", OrganizationModel)
  }).pipe(requires(user(loggedInOrToken)), described("Lists the organizations that the caller can see.")),
  HttpApiEndpoint.get("get", "/v2/organizations/:organization", { params: one, success: OrganizationModel }).pipe(
    requires(organization("VIEWER", loggedInOrToken)),
    described("Returns an organization.")
  ),
  HttpApiEndpoint.put("edit", "/v2/organizations/:organization", {
    params: one,
    payload: OrganizationBody,
    success: OrganizationModel
  }).pipe(
    requires(organization("OWNER", superToken)),
    described("Replaces name, description and slug of an organization.")
  ),
  HttpApiEndpoint.delete("delete", "/v2/organizations/:organization", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(organization("OWNER", superToken)), described("Deletes an organization with its projects.")),
  HttpApiEndpoint.get("listUsers", "/v2/organizations/:organization/users", {
    params: one,
    query: {
      ...listQuery("organizationUsers"),
      search: field(
        Schema.optional(Schema.String),
        "Only users whose name or user name contains this text, in any case."
      )
    },
    success: pageOf("usersInOrganization", OrganizationUserModel)
  }).pipe(
    requires(organization("MEMBER", superToken)),
    described("Lists the members of an organization, and users with direct permissions in its projects.")
  ),
  HttpApiEndpoint.put("setUserRole", "/v2/organizations/:organization/users/:userId/set-role", {
    params: oneUser,
    payload: SetOrganizationRoleBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(organization("OWNER", superToken)), described("Sets the role of a member of an organization.")),
  HttpApiEndpoint.delete("removeUser", "/v2/organizations/:organization/users/:userId", {
    params: oneUser,
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(organization("OWNER", superToken)),
    described("Removes a user from an organization and its projects.")
  ),
  HttpApiEndpoint.put("leave", "/v2/organizations/:organization/leave", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(organization("VIEWER", superToken)), described("Removes the caller from an organization.")),
  HttpApiEndpoint.put("setBasePermissionType", "/v2/organizations/:organization/set-base-permissions/:permissionType", {
    params: { ...one, permissionType: field(PermissionTypeModel, "The new base permission of members.", "VIEW") },
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(organization("OWNER")),
    described("Sets the base permission of an organization to a permission type.")
  ),
  HttpApiEndpoint.put("setBaseScopes", "/v2/organizations/:organization/set-base-permissions", {
    params: one,
    query: {
      scopes: field(
        Schema.optional(Schema.Array(Schema.String)),
        "The new base scopes of members: repeated or separated by commas, at least one.",
        ["translations.view"]
      )
    },
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(organization("OWNER")), described("Sets the base permission of an organization to single scopes.")),
  HttpApiEndpoint.get("listLanguages", "/v2/organizations/:organization/languages", {
    params: one,
    query: languageQuery,
    success: pageOf("languages", OrganizationLanguageModel)
  }).pipe(
    requires(organization("VIEWER")),
    described("Lists the languages in the projects of an organization, one entry for each tag.")
  ),
  HttpApiEndpoint.get("listBaseLanguages", "/v2/organizations/:organization/base-languages", {
    params: one,
    query: languageQuery,
    success: pageOf("languages", OrganizationLanguageModel)
  }).pipe(
    requires(organization("VIEWER")),
    described("Lists the base languages in the projects of an organization, one entry for each tag.")
  )
)
