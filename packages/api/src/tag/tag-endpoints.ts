import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { ComplexTagBody, TagKeyBody, TagModel } from "./tag-model.ts"

const requiresEditing = requires(project(["keys.edit"], { shortPath: true }))

/** Tags of keys; one that no key has is gone. Source: reference "content-api" 4.1, 4.2. */
export const TagEndpoints = endpointGroup(
  "tag",
  HttpApiEndpoint.get("list", "/v2/projects/:projectId/tags", {
    params: { projectId: PathId },
    query: { ...listQuery("tags"), search: Schema.optional(Schema.String) },
    success: pageOf("tags", TagModel)
  }).pipe(requires(project([], { shortPath: true }))),
  HttpApiEndpoint.put("tagKey", "/v2/projects/:projectId/keys/:keyId/tags", {
    params: { projectId: PathId, keyId: PathId },
    payload: TagKeyBody,
    success: TagModel
  }).pipe(requiresEditing),
  HttpApiEndpoint.delete("untagKey", "/v2/projects/:projectId/keys/:keyId/tags/:tagId", {
    params: { projectId: PathId, keyId: PathId, tagId: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEditing),
  HttpApiEndpoint.put("tagKeys", "/v2/projects/:projectId/tag-complex", {
    params: { projectId: PathId },
    query: { branch: Schema.optional(Schema.String) },
    payload: ComplexTagBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEditing)
)
