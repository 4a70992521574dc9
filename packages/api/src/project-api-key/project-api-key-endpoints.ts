import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { PathId } from "../identifier/path-id.ts"
import { apiKeyId, projectId } from "../identifier/path-parameters.ts"
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

const one = { apiKeyId }
const superToken = { superToken: true } as const

/** Project API keys: credentials for one project with selected scopes. */
export const ProjectApiKeyEndpoints = endpointGroup(
  "projectApiKey",
  HttpApiEndpoint.get("list", "/v2/api-keys", {
    query: { ...listQuery("apiKeys"), filterProjectId: field(Schema.optional(PathId), "Only keys to this project.") },
    success: pageOf("apiKeys", ProjectApiKeyModel)
  }).pipe(requires(user()), described("Lists the caller's project API keys.")),
  HttpApiEndpoint.post("create", "/v2/api-keys", {
    payload: CreateProjectApiKeyBody,
    success: RevealedProjectApiKeyModel
  }).pipe(requires(user(superToken)), described("Creates a project API key. Only this response contains the key.")),
  HttpApiEndpoint.get("getCurrent", "/v2/api-keys/current", { success: CurrentProjectApiKeyModel }).pipe(
    requires(user({ credentials: ["PAK"] })),
    described("Returns the project API key of the request.")
  ),
  HttpApiEndpoint.get("getCurrentPermissions", "/v2/api-keys/current-permissions", {
    query: {
      projectId: field(
        Schema.optional(PathId),
        "Id of the project; required with a personal access token, while a project API key belongs to one project."
      )
    },
    success: KeyPermissionsModel
  }).pipe(
    requires(user({ credentials: ["PAK", "PAT"] })),
    described("Returns the scopes and languages of the request's key or token in a project.")
  ),
  HttpApiEndpoint.get("getAvailableScopes", "/v2/api-keys/availableScopes", {
    success: Schema.Record(
      PermissionTypeModel,
      field(Schema.Array(ScopeModel), "Scopes of the permission type, without those that they include.")
    )
  }).pipe(requires(user()), described("Lists the scopes of the permission types, not expanded. Deprecated.")),
  HttpApiEndpoint.get("get", "/v2/api-keys/:apiKeyId", { params: one, success: ProjectApiKeyModel }).pipe(
    requires(user()),
    described("Returns one of the caller's project API keys.")
  ),
  HttpApiEndpoint.put("edit", "/v2/api-keys/:apiKeyId", {
    params: one,
    payload: EditProjectApiKeyBody,
    success: ProjectApiKeyModel
  }).pipe(requires(user(superToken)), described("Updates the scopes and the description of a project API key.")),
  HttpApiEndpoint.put("regenerate", "/v2/api-keys/:apiKeyId/regenerate", {
    params: one,
    payload: RegenerateBody,
    success: RevealedProjectApiKeyModel
  }).pipe(
    requires(user(superToken)),
    described("Replaces the secret of a project API key. Only this response contains the new key.")
  ),
  HttpApiEndpoint.delete("delete", "/v2/api-keys/:apiKeyId", {
    params: one,
    success: HttpApiSchema.Empty(200)
  }).pipe(requires(user(superToken)), described("Deletes a project API key.")),
  HttpApiEndpoint.get("listOfProject", "/v2/projects/:projectId/api-keys", {
    params: { projectId },
    query: listQuery("apiKeys"),
    success: pageOf("apiKeys", ProjectApiKeyModel)
  }).pipe(
    requires(project(["admin"], { credentials: ["JWT"] })),
    described("Lists the API keys of all users in a project.")
  )
)
