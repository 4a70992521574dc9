import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
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

/** Who may do what in a project. Source: reference "auth-and-permissions" 6.1 to 6.4. */
export const MemberEndpoints = endpointGroup(
  "member",
  HttpApiEndpoint.get("list", "/v2/projects/:projectId/users", {
    params: { projectId: PathId },
    query: {
      ...listQuery("members"),
      /** Contained in the name or the user name, case-insensitive. */
      search: Schema.optional(Schema.String),
      filterId: Schema.optional(IdList),
      filterNotId: Schema.optional(IdList)
    },
    success: pageOf("users", MemberModel)
  }).pipe(requires(project(["members.view"], { superToken: true }))),
  HttpApiEndpoint.put("setPermissionType", "/v2/projects/:projectId/users/:userId/set-permissions/:permissionType", {
    params: { ...one, permissionType: PermissionTypeModel },
    query: languageQuery,
    success: HttpApiSchema.Empty(200)
  }).pipe(editMembers),
  HttpApiEndpoint.put("setScopes", "/v2/projects/:projectId/users/:userId/set-permissions", {
    params: one,
    query: { ...languageQuery, scopes: Schema.optional(Schema.Array(Schema.String)) },
    success: HttpApiSchema.Empty(200)
  }).pipe(editMembers),
  HttpApiEndpoint.put("resetToOrganization", "/v2/projects/:projectId/users/:userId/set-by-organization", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(editMembers),
  HttpApiEndpoint.put("revokeAccess", "/v2/projects/:projectId/users/:userId/revoke-access", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(editMembers)
)
