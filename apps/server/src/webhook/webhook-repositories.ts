import { DeliveryLogRepository, WebhookConfigurationRepository } from "@dragoman/store"
import { Layer } from "effect"

/** Repositories of webhooks; each thread makes its own. */
export const layerWebhookRepositories = Layer.mergeAll(
  DeliveryLogRepository.layer,
  WebhookConfigurationRepository.layer
)
