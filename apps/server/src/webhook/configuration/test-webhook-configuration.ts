import { sendTest } from "@dragoman/delivery"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { getWebhookConfiguration } from "./get-webhook-configuration.ts"

/** Sends a test event and tells whether it was answered with 2xx; moves no state. Source: reference "webhooks" 1.7. */
export const testWebhookConfiguration = Effect.fn("testWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number
) {
  const { url, ...row } = yield* getWebhookConfiguration(access, id)
  const outcome = yield* sendTest({ projectId: access.projectId, webhookConfigurationId: id, url, secrets: row })
  return outcome.isDelivered
})
