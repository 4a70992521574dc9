import { DeliveryLogRepository } from "@dragoman/store"
import { Effect } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { sentAs } from "../../platform/worker/worker-messages.ts"

type List = DeliveryLogRepository["Service"]["list"]

/** For the reading thread: a filter reads the whole log of a configuration. */
export const readWebhookDeliveries = makeReading("readWebhookDeliveries", {
  input: sentAs<Parameters<List>[0]>(),
  result: sentAs<Effect.Success<ReturnType<List>>>(),
  run: Effect.fn("readWebhookDeliveries")(function* (request) {
    const repository = yield* DeliveryLogRepository
    return yield* repository.list(request)
  })
})
