import { DeliveryLogRepository } from "@dragoman/store"
import { Effect } from "effect"

/** A page of the log of one configuration, and how many there are: a filter looks at all of them, so it may take a while. */
export const readWebhookDeliveries = Effect.fn("readWebhookDeliveries")(function* (
  request: Parameters<DeliveryLogRepository["Service"]["list"]>[0]
) {
  const repository = yield* DeliveryLogRepository
  return yield* repository.list(request)
})
