import { Api, type WebhookDeliveryModel, type WebhookDeliveryWithAttemptsModel } from "@dragoman/api"
import { readDeliveryFailure } from "@dragoman/domain/webhook"
import type { AttemptRow, LoggedDeliveryRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { redeliverWebhookDeliveries, redeliverWebhookDelivery } from "./change-webhook-deliveries.ts"
import { getWebhookDelivery, listWebhookDeliveries } from "./webhook-delivery-queries.ts"

export const WebhookDeliveryHandlers = HttpApiBuilder.group(Api, "webhookDelivery", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, params, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listWebhookDeliveries(access, params.id, query)
      return { _embedded: { deliveries: rows.map(deliveryToModel) }, page }
    }),
    get: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      const { delivery, requestBody, attempts } = yield* getWebhookDelivery(access, params.id, params.deliveryId)
      return { ...deliveryToModel(delivery), requestBody, attempts: attempts.map(attemptToModel) }
    }),
    redeliver: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return deliveryToModel(yield* redeliverWebhookDelivery(access, params.id, params.deliveryId))
    }),
    redeliverAll: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      return { count: yield* redeliverWebhookDeliveries(access, params.id, payload) }
    })
  })
)

const attemptToModel = (row: AttemptRow): WebhookDeliveryWithAttemptsModel["attempts"][number] => ({
  ...row,
  failure: readDeliveryFailure(row.error, row.status)
})

const deliveryToModel = (row: LoggedDeliveryRow): WebhookDeliveryModel => ({
  id: row.id,
  messageId: row.messageId,
  state: row.state,
  type: row.activityType,
  revisionId: row.revisionId,
  createdAt: row.createdAt,
  attemptCount: row.attemptCount,
  lastStatus: row.lastStatus,
  lastDurationMillis: row.lastDurationMillis,
  // A delivery that is due at once is stored with a time of 0: responses show when it was created.
  nextAttemptAt: row.state === "PENDING" ? Math.max(row.nextAttemptAt, row.createdAt) : null
})
