import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { contentStorageId, projectId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { ContentStorageBody, ContentStorageModel, ContentStorageTestModel } from "./content-storage-model.ts"

const storagesPath = "/v2/projects/:projectId/content-storages"
const requiresManaging = requires(project(["content-delivery.manage"]))

/** Storages of a project for published files. See docs/content-delivery.md#storages. */
export const ContentStorageEndpoints = endpointGroup(
  "contentStorage",
  HttpApiEndpoint.get("list", storagesPath, {
    params: { projectId },
    query: listQuery("contentStorages"),
    success: pageOf("contentStorages", ContentStorageModel)
  }).pipe(requiresManaging, described("Lists the storages of a project.")),
  HttpApiEndpoint.post("create", storagesPath, {
    params: { projectId },
    payload: ContentStorageBody,
    success: ContentStorageModel
  }).pipe(requiresManaging, described("Creates a storage if a file can be written to it, listed and removed.")),
  HttpApiEndpoint.post("test", `${storagesPath}/test`, {
    params: { projectId },
    payload: ContentStorageBody,
    success: ContentStorageTestModel
  }).pipe(requiresManaging, described("Tests the settings of a storage without saving them.")),
  HttpApiEndpoint.get("get", `${storagesPath}/:id`, {
    params: { projectId, id: contentStorageId },
    success: ContentStorageModel
  }).pipe(requiresManaging, described("Returns a storage, without its secrets.")),
  HttpApiEndpoint.put("update", `${storagesPath}/:id`, {
    params: { projectId, id: contentStorageId },
    payload: ContentStorageBody,
    success: ContentStorageModel
  }).pipe(
    requiresManaging,
    described("Replaces the settings of a storage after a test; blank secrets stay as they are.")
  ),
  HttpApiEndpoint.delete("delete", `${storagesPath}/:id`, {
    params: { projectId, id: contentStorageId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresManaging, described("Deletes a storage that no content delivery uses. Its files stay.")),
  HttpApiEndpoint.post("testStored", `${storagesPath}/:id/test`, {
    params: { projectId, id: contentStorageId },
    payload: ContentStorageBody,
    success: ContentStorageTestModel
  }).pipe(requiresManaging, described("Tests new settings of a storage; blank secrets are those that are saved."))
)
