import { Layer } from "effect"
import { WebhookHandlers } from "./configuration/webhook-handlers.ts"
import { WebhookDeliveryHandlers } from "./delivery-log/webhook-delivery-handlers.ts"

/** All endpoints of webhooks. */
export const layerWebhookHandlers = Layer.mergeAll(WebhookDeliveryHandlers, WebhookHandlers)
