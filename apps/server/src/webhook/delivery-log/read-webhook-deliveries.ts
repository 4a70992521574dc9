import { DeliveryLogRepository } from "@dragoman/store"
import { Effect } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { sentAs } from "../../platform/worker/worker-messages.ts"

type List = DeliveryLogRepository["Service"]["list"]

/** A page of the log of one configuration, and how many there are: a filter looks at all of them, so it may take a while. */
export const readWebhookDeliveries = makeReading("readWebhookDeliveries", {
  input: sentAs<Parameters<List>[0]>(),
  result: sentAs<Effect.Success<ReturnType<List>>>(),
  run: Effect.fn("readWebhookDeliveries")(function* (request) {
    const repository = yield* DeliveryLogRepository
    return yield* repository.list(request)
  })
})
