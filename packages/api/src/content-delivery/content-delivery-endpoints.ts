import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { contentDeliveryId, projectId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  ContentDeliveryConfigBody,
  ContentDeliveryConfigModel,
  PublishingAttemptModel
} from "./content-delivery-model.ts"

const deliveriesPath = "/v2/projects/:projectId/content-delivery-configs"
const requiresManaging = requires(project(["content-delivery.manage"]))
const requiresPublishing = requires(project(["content-delivery.publish"]))

/** Content deliveries. Attempts are not in Tolgee's API. See docs/content-delivery.md. */
export const ContentDeliveryEndpoints = endpointGroup(
  "contentDelivery",
  HttpApiEndpoint.get("list", deliveriesPath, {
    params: { projectId },
    query: listQuery("contentDeliveryConfigs"),
    success: pageOf("contentDeliveryConfigs", ContentDeliveryConfigModel)
  }).pipe(requiresPublishing, described("Lists the content deliveries of a project.")),
  HttpApiEndpoint.post("create", deliveriesPath, {
    params: { projectId },
    payload: ContentDeliveryConfigBody,
    success: ContentDeliveryConfigModel
  }).pipe(
    requiresManaging,
    described("Creates a content delivery; with `autoPublish` it is published before the response.")
  ),
  HttpApiEndpoint.get("get", `${deliveriesPath}/:id`, {
    params: { projectId, id: contentDeliveryId },
    success: ContentDeliveryConfigModel
  }).pipe(requiresPublishing, described("Returns a content delivery.")),
  HttpApiEndpoint.post("publish", `${deliveriesPath}/:id`, {
    params: { projectId, id: contentDeliveryId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresPublishing, described("Publishes a content delivery; responds when its files can be read.")),
  HttpApiEndpoint.put("update", `${deliveriesPath}/:id`, {
    params: { projectId, id: contentDeliveryId },
    payload: ContentDeliveryConfigBody,
    success: ContentDeliveryConfigModel
  }).pipe(requiresManaging, described("Replaces the settings of a content delivery; absent ones take their defaults.")),
  HttpApiEndpoint.delete("delete", `${deliveriesPath}/:id`, {
    params: { projectId, id: contentDeliveryId },
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requiresManaging,
    described("Deletes a content delivery. Files in storages of projects and in buckets of the server stay.")
  ),
  HttpApiEndpoint.get("listAttempts", `${deliveriesPath}/:id/attempts`, {
    params: { projectId, id: contentDeliveryId },
    query: listQuery("publishingAttempts"),
    success: pageOf("attempts", PublishingAttemptModel)
  }).pipe(requiresPublishing, described("Lists the attempts to publish a content delivery, the newest first."))
)
