import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { keyId, projectId, tagId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { ComplexTagBody, TagKeyBody, TagModel } from "./tag-model.ts"

const requiresEditing = requires(project(["keys.edit"], { shortPath: true }))

/** Tags of keys; a tag without keys is deleted. */
export const TagEndpoints = endpointGroup(
  "tag",
  HttpApiEndpoint.get("list", "/v2/projects/:projectId/tags", {
    params: { projectId },
    query: {
      ...listQuery("tags"),
      search: field(Schema.optional(Schema.String), "Only tags whose name contains this text, in any case.")
    },
    success: pageOf("tags", TagModel)
  }).pipe(requires(project([], { shortPath: true })), described("Lists the tags of a project.")),
  HttpApiEndpoint.put("tagKey", "/v2/projects/:projectId/keys/:keyId/tags", {
    params: { projectId, keyId },
    payload: TagKeyBody,
    success: TagModel
  }).pipe(requiresEditing, described("Adds a tag to a key; creates the tag if it is missing.")),
  HttpApiEndpoint.delete("untagKey", "/v2/projects/:projectId/keys/:keyId/tags/:tagId", {
    params: { projectId, keyId, tagId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEditing, described("Removes a tag from a key. A tag without keys is deleted.")),
  HttpApiEndpoint.put("tagKeys", "/v2/projects/:projectId/tag-complex", {
    params: { projectId },
    query: { branch: branchParameter },
    payload: ComplexTagBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresEditing, described("Adds and removes tags of the keys that match filters."))
)
