import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires, user } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { PermissionTypeModel, ScopeModel } from "../permission/permission-model.ts"
import { RegenerateBody } from "../personal-access-token/personal-access-token-model.ts"
import {
  CreateProjectApiKeyBody,
  CurrentProjectApiKeyModel,
  EditProjectApiKeyBody,
  KeyPermissionsModel,
  ProjectApiKeyModel,
  RevealedProjectApiKeyModel
} from "./project-api-key-model.ts"

const one = { apiKeyId: PathId }
const superToken = { superToken: true } as const

/** Keys to one project with chosen scopes. Source: reference "auth-and-permissions" 4.5. */
export const ProjectApiKeyEndpoints = endpointGroup(
  "projectApiKey",
  HttpApiEndpoint.get("list", "/v2/api-keys", {
    query: { ...listQuery("apiKeys"), filterProjectId: Schema.optional(PathId) },
    success: pageOf("apiKeys", ProjectApiKeyModel)
  }).pipe(requires(user())),
  HttpApiEndpoint.post("create", "/v2/api-keys", {
    payload: CreateProjectApiKeyBody,
    success: RevealedProjectApiKeyModel
  }).pipe(requires(user(superToken))),
  HttpApiEndpoint.get("getCurrent", "/v2/api-keys/current", { success: CurrentProjectApiKeyModel }).pipe(
    requires(user({ credentials: ["PAK"] }))
  ),
  HttpApiEndpoint.get("getCurrentPermissions", "/v2/api-keys/current-permissions", {
    query: {
      /** Of a personal access token; a project API key has a project of its own. */
      projectId: Schema.optional(PathId)
    },
    success: KeyPermissionsModel
  }).pipe(requires(user({ credentials: ["PAK", "PAT"] }))),
  /** Deprecated: the scopes of the permission types, not expanded. */
  HttpApiEndpoint.get("getAvailableScopes", "/v2/api-keys/availableScopes", {
    success: Schema.Record(PermissionTypeModel, Schema.Array(ScopeModel))
  }).pipe(requires(user())),
  HttpApiEndpoint.get("get", "/v2/api-keys/:apiKeyId", { params: one, success: ProjectApiKeyModel }).pipe(
    requires(user())
  ),
  HttpApiEndpoint.put("edit", "/v2/api-keys/:apiKeyId", {
    params: one,
    payload: EditProjectApiKeyBody,
    success: ProjectApiKeyModel
  }).pipe(requires(user(superToken))),
  HttpApiEndpoint.put("regenerate", "/v2/api-keys/:apiKeyId/regenerate", {
    params: one,
    payload: RegenerateBody,
    success: RevealedProjectApiKeyModel
  }).pipe(requires(user(superToken))),
  HttpApiEndpoint.delete("delete", "/v2/api-keys/:apiKeyId", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(user(superToken))),
  HttpApiEndpoint.get("listOfProject", "/v2/projects/:projectId/api-keys", {
    params: { projectId: PathId },
    query: listQuery("apiKeys"),
    success: pageOf("apiKeys", ProjectApiKeyModel)
  }).pipe(requires(project(["admin"], { credentials: ["JWT"] })))
)
