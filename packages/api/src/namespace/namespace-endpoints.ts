import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { namespaceId, projectId } from "../identifier/path-parameters.ts"
import { listOf, pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { NamespaceBody, NamespaceModel, UsedNamespaceModel } from "./namespace-model.ts"

const requiresEntering = requires(project([], { shortPath: true }))

/** Namespaces; one without keys is deleted. */
export const NamespaceEndpoints = endpointGroup(
  "namespace",
  HttpApiEndpoint.get("list", "/v2/projects/:projectId/namespaces", {
    params: { projectId },
    query: {
      ...listQuery("namespaces"),
      search: field(Schema.optional(Schema.String), "Only namespaces whose name contains this text, in any case.")
    },
    success: pageOf("namespaces", NamespaceModel)
  }).pipe(requiresEntering, described("Lists the namespaces of a project that have a name.")),
  HttpApiEndpoint.get("listUsed", "/v2/projects/:projectId/used-namespaces", {
    params: { projectId },
    success: listOf("namespaces", UsedNamespaceModel)
  }).pipe(
    requiresEntering,
    described(
      "Lists the namespaces with live keys, including the default namespace, and always the project's default namespace."
    )
  ),
  HttpApiEndpoint.get("getByName", "/v2/projects/:projectId/namespace-by-name/:name", {
    params: { projectId, name: field(Schema.String, "Name of the namespace.", "web") },
    success: NamespaceModel
  }).pipe(requiresEntering, described("Returns the namespace with a name.")),
  HttpApiEndpoint.put("rename", "/v2/projects/:projectId/namespaces/:namespaceId", {
    params: { projectId, namespaceId },
    payload: NamespaceBody,
    success: NamespaceModel
  }).pipe(requires(project(["keys.edit"], { shortPath: true })), described("Renames a namespace."))
)
