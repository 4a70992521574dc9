import { sendTest } from "@dragoman/delivery"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { getWebhookConfiguration } from "./webhook-configuration-queries.ts"

/** Sends a test event; true: the endpoint responded with 2xx. Does not change the state of the configuration. */
export const testWebhookConfiguration = Effect.fn("testWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number
) {
  const { url, ...row } = yield* getWebhookConfiguration(access, id)
  const outcome = yield* sendTest({ projectId: access.projectId, webhookConfigurationId: id, url, secrets: row })
  return outcome.isDelivered
})
