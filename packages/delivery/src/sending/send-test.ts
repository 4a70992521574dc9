import { randomUUID } from "node:crypto"
import { type WebhookSecrets, webhookBody } from "@dragoman/domain/webhook"
import { Effect } from "effect"
import { type DeliveryOutcome, deliveryOutcome } from "./delivery-outcome.ts"
import { DeliverySender } from "./delivery-sender.ts"

export interface TestDelivery {
  readonly projectId: number
  readonly webhookConfigurationId: number
  readonly url: string
  readonly secrets: WebhookSecrets
}

/**
 * Sends a test event and waits for the response: signed and guarded like a real delivery, nothing stored, no state moved, no
 * retry. Source: docs/reference/webhooks.md#test-requests.
 */
export const sendTest = Effect.fn("sendTest")(function* ({
  projectId,
  webhookConfigurationId,
  url,
  secrets
}: TestDelivery) {
  const sender = yield* DeliverySender
  const body = webhookBody({
    webhookConfigId: webhookConfigurationId,
    projectId,
    eventType: "TEST",
    activityData: null
  })
  const outcome: DeliveryOutcome = deliveryOutcome(
    yield* sender.send({ url, secrets, body, messageId: `msg_${webhookConfigurationId}_test_${randomUUID()}` })
  )
  return outcome
})
