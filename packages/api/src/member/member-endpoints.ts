import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { IdList } from "../identifier/id-list.ts"
import { PathId } from "../identifier/path-id.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { PermissionTypeModel } from "../permission/permission-model.ts"
import { MemberModel } from "./member-model.ts"

const one = { projectId: PathId, userId: PathId }

const languageQuery = {
  /** Deprecated alias of `translateLanguages`, read only without it. */
  languages: Schema.optional(IdList),
  translateLanguages: Schema.optional(IdList),
  viewLanguages: Schema.optional(IdList),
  stateChangeLanguages: Schema.optional(IdList)
}

const editMembers = requires(project(["members.edit"], { credentials: ["JWT"], superToken: true }))

/** Members of a project and their direct permissions. */
export const MemberEndpoints = endpointGroup(
  "member",
  HttpApiEndpoint.get("list", "/v2/projects/:projectId/users", {
    params: { projectId: PathId },
    query: {
      ...listQuery("members"),
      /** Case-insensitive substring of the name or the user name. */
      search: Schema.optional(Schema.String),
      filterId: Schema.optional(IdList),
      filterNotId: Schema.optional(IdList)
    },
    success: pageOf("users", MemberModel)
  }).pipe(
    requires(project(["members.view"], { superToken: true })),
    described("Lists the users with a permission in a project, with the parts of it.")
  ),
  HttpApiEndpoint.put("setPermissionType", "/v2/projects/:projectId/users/:userId/set-permissions/:permissionType", {
    params: { ...one, permissionType: PermissionTypeModel },
    query: languageQuery,
    success: HttpApiSchema.Empty(200)
  }).pipe(editMembers, described("Sets the direct permission of a user to a permission type.")),
  HttpApiEndpoint.put("setScopes", "/v2/projects/:projectId/users/:userId/set-permissions", {
    params: one,
    query: { ...languageQuery, scopes: Schema.optional(Schema.Array(Schema.String)) },
    success: HttpApiSchema.Empty(200)
  }).pipe(editMembers, described("Sets the direct permission of a user to single scopes.")),
  HttpApiEndpoint.put("resetToOrganization", "/v2/projects/:projectId/users/:userId/set-by-organization", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(editMembers, described("Removes the direct permission of a user, so that the base permission applies.")),
  HttpApiEndpoint.put("revokeAccess", "/v2/projects/:projectId/users/:userId/revoke-access", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(editMembers, described("Revokes the access of a user to a project."))
)
