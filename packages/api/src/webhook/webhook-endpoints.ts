import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  SecretRotationBody,
  WebhookConfigurationBody,
  WebhookConfigurationModel,
  WebhookTestModel
} from "./webhook-configuration-model.ts"

const webhooksPath = "/v2/projects/:projectId/webhook-configs"
const requiresManaging = requires(project(["webhooks.manage"]))

/** Source: specification 4.4 and 4.5; reference "webhooks" 1. Rotation is ours. */
export const WebhookEndpoints = endpointGroup(
  "webhook",
  HttpApiEndpoint.get("list", webhooksPath, {
    params: { projectId: PathId },
    query: listQuery("webhookConfigurations"),
    success: pageOf("webhookConfigs", WebhookConfigurationModel)
  }).pipe(requiresManaging),
  HttpApiEndpoint.post("create", webhooksPath, {
    params: { projectId: PathId },
    payload: WebhookConfigurationBody,
    success: WebhookConfigurationModel
  }).pipe(requiresManaging),
  HttpApiEndpoint.get("get", `${webhooksPath}/:id`, {
    params: { projectId: PathId, id: PathId },
    success: WebhookConfigurationModel
  }).pipe(requiresManaging),
  HttpApiEndpoint.put("update", `${webhooksPath}/:id`, {
    params: { projectId: PathId, id: PathId },
    payload: WebhookConfigurationBody,
    success: WebhookConfigurationModel
  }).pipe(requiresManaging),
  HttpApiEndpoint.delete("delete", `${webhooksPath}/:id`, {
    params: { projectId: PathId, id: PathId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresManaging),
  HttpApiEndpoint.post("test", `${webhooksPath}/:id/test`, {
    params: { projectId: PathId, id: PathId },
    success: WebhookTestModel
  }).pipe(requiresManaging),
  HttpApiEndpoint.post("rotateSecret", `${webhooksPath}/:id/rotate-secret`, {
    params: { projectId: PathId, id: PathId },
    payload: SecretRotationBody,
    success: WebhookConfigurationModel
  }).pipe(requiresManaging)
)
