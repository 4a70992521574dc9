import { sendTest } from "@dragoman/delivery"
import { readDeliveryFailure } from "@dragoman/domain/webhook"
import { Duration, Effect } from "effect"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getWebhookConfiguration } from "./webhook-configuration-queries.ts"

/** Sends a test event and returns the outcome. Does not change the state of the configuration. */
export const testWebhookConfiguration = Effect.fn("testWebhookConfiguration")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number
) {
  const { url, ...row } = yield* getWebhookConfiguration(access, id)
  const sending = sendTest({ projectId: access.projectId, webhookConfigurationId: id, url, secrets: row })
  const [duration, { isDelivered, status, error }] = yield* Effect.timed(sending)
  return {
    isDelivered,
    status,
    durationMillis: Math.round(Duration.toMillis(duration)),
    error,
    failure: readDeliveryFailure(error, status)
  }
})
