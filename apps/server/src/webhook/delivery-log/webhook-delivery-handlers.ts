import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { getWebhookDelivery } from "./get-webhook-delivery.ts"
import { listWebhookDeliveries } from "./list-webhook-deliveries.ts"
import { redeliverWebhookDeliveries } from "./redeliver-webhook-deliveries.ts"
import { redeliverWebhookDelivery } from "./redeliver-webhook-delivery.ts"
import { webhookDeliveryToModel } from "./webhook-delivery-to-model.ts"

export const WebhookDeliveryHandlers = HttpApiBuilder.group(Api, "webhookDelivery", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, params, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listWebhookDeliveries(access, params.id, query)
      return { _embedded: { deliveries: rows.map(webhookDeliveryToModel) }, page }
    }),
    get: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      const { delivery, requestBody, attempts } = yield* getWebhookDelivery(access, params.id, params.deliveryId)
      return { ...webhookDeliveryToModel(delivery), requestBody, attempts }
    }),
    redeliver: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return webhookDeliveryToModel(yield* redeliverWebhookDelivery(access, params.id, params.deliveryId))
    }),
    redeliverAll: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      return { count: yield* redeliverWebhookDeliveries(access, params.id, payload) }
    })
  })
)
