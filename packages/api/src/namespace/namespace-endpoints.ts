import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { NamespaceBody, NamespaceModel, UsedNamespaceModel } from "./namespace-model.ts"

const requiresEntering = requires(project([], { shortPath: true }))

/** Namespaces come and go with the keys in them. Source: reference "content-api" 2.13. */
export const NamespaceEndpoints = endpointGroup(
  "namespace",
  HttpApiEndpoint.get("list", "/v2/projects/:projectId/namespaces", {
    params: { projectId: PathId },
    query: { ...listQuery("namespaces"), search: Schema.optional(Schema.String) },
    success: pageOf("namespaces", NamespaceModel)
  }).pipe(requiresEntering),
  /** Those of live keys, the default one included, and the project's default namespace in any case. */
  HttpApiEndpoint.get("listUsed", "/v2/projects/:projectId/used-namespaces", {
    params: { projectId: PathId },
    success: listOf("namespaces", UsedNamespaceModel)
  }).pipe(requiresEntering),
  HttpApiEndpoint.get("getByName", "/v2/projects/:projectId/namespace-by-name/:name", {
    params: { projectId: PathId, name: Schema.String },
    success: NamespaceModel
  }).pipe(requiresEntering),
  HttpApiEndpoint.put("rename", "/v2/projects/:projectId/namespaces/:namespaceId", {
    params: { projectId: PathId, namespaceId: PathId },
    payload: NamespaceBody,
    success: NamespaceModel
  }).pipe(requires(project(["keys.edit"], { shortPath: true })))
)
