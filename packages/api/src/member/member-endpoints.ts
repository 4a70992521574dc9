import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup, takesIfMatch } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { IdList } from "../identifier/id-list.ts"
import { projectId, userId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { PermissionTypeModel } from "../permission/permission-model.ts"
import { MemberModel } from "./member-model.ts"

const one = { projectId, userId }

const languageQuery = {
  languages: field(Schema.optional(IdList), "Deprecated alias of `translateLanguages`, read only without it."),
  translateLanguages: field(Schema.optional(IdList), "Ids of the languages that may be translated; absent: all."),
  viewLanguages: field(Schema.optional(IdList), "Ids of the languages whose texts may be viewed; absent: all."),
  stateChangeLanguages: field(Schema.optional(IdList), "Ids of the languages in which states may be set; absent: all.")
}

const editMembers = requires(project(["members.edit"], { credentials: ["JWT"], superToken: true }))

/** Members of a project and their direct permissions. */
export const MemberEndpoints = endpointGroup(
  "member",
  HttpApiEndpoint.get("list", "/v2/projects/:projectId/users", {
    params: { projectId },
    query: {
      ...listQuery("members"),
      search: field(
        Schema.optional(Schema.String),
        "Only users whose name or user name contains this text, in any case."
      ),
      filterId: field(Schema.optional(IdList), "Only users with these ids."),
      filterNotId: field(Schema.optional(IdList), "Only users without these ids.")
    },
    success: pageOf("users", MemberModel)
  }).pipe(
    requires(project(["members.view"], { superToken: true })),
    described("Lists the users with a permission in a project, with its direct, base and computed parts.")
  ),
  HttpApiEndpoint.get("get", "/v2/projects/:projectId/users/:userId", { params: one, success: MemberModel }).pipe(
    requires(project(["members.view"], { superToken: true })),
    described("Returns a user with a permission in a project. Not in Tolgee's API.")
  ),
  HttpApiEndpoint.put("setPermissionType", "/v2/projects/:projectId/users/:userId/set-permissions/:permissionType", {
    params: { ...one, permissionType: field(PermissionTypeModel, "The new permission type.", "TRANSLATE") },
    query: languageQuery,
    success: HttpApiSchema.Empty(200)
  }).pipe(editMembers, described("Sets the direct permission of a user to a permission type."), takesIfMatch),
  HttpApiEndpoint.put("setScopes", "/v2/projects/:projectId/users/:userId/set-permissions", {
    params: one,
    query: {
      ...languageQuery,
      scopes: field(
        Schema.optional(Schema.Array(Schema.String)),
        "The new scopes: repeated or separated by commas, at least one.",
        ["translations.view"]
      )
    },
    success: HttpApiSchema.Empty(200)
  }).pipe(editMembers, described("Sets the direct permission of a user to single scopes."), takesIfMatch),
  HttpApiEndpoint.put("resetToOrganization", "/v2/projects/:projectId/users/:userId/set-by-organization", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(
    editMembers,
    described("Removes the direct permission of a user, so that the base permission applies."),
    takesIfMatch
  ),
  HttpApiEndpoint.put("revokeAccess", "/v2/projects/:projectId/users/:userId/revoke-access", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(editMembers, described("Revokes the access of a user to a project."), takesIfMatch)
)
