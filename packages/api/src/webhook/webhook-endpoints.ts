import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { projectId, webhookConfigurationId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  SecretRotationBody,
  WebhookConfigurationBody,
  WebhookConfigurationModel,
  WebhookPreviewBody,
  WebhookPreviewModel,
  WebhookTestModel
} from "./webhook-configuration-model.ts"

const webhooksPath = "/v2/projects/:projectId/webhook-configs"
const requiresManaging = requires(project(["webhooks.manage"]))

/** Webhook configurations. Previews and rotation of secrets are not in Tolgee's API. See docs/webhooks.md. */
export const WebhookEndpoints = endpointGroup(
  "webhook",
  HttpApiEndpoint.get("list", webhooksPath, {
    params: { projectId },
    query: listQuery("webhookConfigurations"),
    success: pageOf("webhookConfigs", WebhookConfigurationModel)
  }).pipe(requiresManaging, described("Lists the webhook configurations of a project.")),
  HttpApiEndpoint.post("create", webhooksPath, {
    params: { projectId },
    payload: WebhookConfigurationBody,
    success: WebhookConfigurationModel
  }).pipe(requiresManaging, described("Creates a webhook configuration.")),
  HttpApiEndpoint.get("get", `${webhooksPath}/:id`, {
    params: { projectId, id: webhookConfigurationId },
    success: WebhookConfigurationModel
  }).pipe(requiresManaging, described("Returns a webhook configuration.")),
  HttpApiEndpoint.put("update", `${webhooksPath}/:id`, {
    params: { projectId, id: webhookConfigurationId },
    payload: WebhookConfigurationBody,
    success: WebhookConfigurationModel
  }).pipe(requiresManaging, described("Updates a webhook configuration.")),
  HttpApiEndpoint.delete("delete", `${webhooksPath}/:id`, {
    params: { projectId, id: webhookConfigurationId },
    success: HttpApiSchema.Empty(200)
  }).pipe(requiresManaging, described("Deletes a webhook configuration.")),
  HttpApiEndpoint.post("test", `${webhooksPath}/:id/test`, {
    params: { projectId, id: webhookConfigurationId },
    success: WebhookTestModel
  }).pipe(
    requiresManaging,
    described("Sends a test event to the URL of a webhook configuration and returns whether the response was 2xx.")
  ),
  HttpApiEndpoint.post("preview", `${webhooksPath}/preview`, {
    params: { projectId },
    payload: WebhookPreviewBody,
    success: WebhookPreviewModel
  }).pipe(requiresManaging, described("Renders the body of a webhook with a template, and sends nothing.")),
  HttpApiEndpoint.post("rotateSecret", `${webhooksPath}/:id/rotate-secret`, {
    params: { projectId, id: webhookConfigurationId },
    payload: SecretRotationBody,
    success: WebhookConfigurationModel
  }).pipe(
    requiresManaging,
    described("Replaces the secret of a webhook configuration; the previous one also signs for a while.")
  )
)
