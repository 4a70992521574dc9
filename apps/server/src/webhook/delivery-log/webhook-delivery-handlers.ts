import { Api, type WebhookDeliveryModel, type WebhookDeliveryWithAttemptsModel } from "@dragoman/api"
import { readDeliveryFailure } from "@dragoman/domain/webhook"
import type { AttemptRow, LoggedDeliveryRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { redeliverWebhookDeliveries, redeliverWebhookDelivery } from "./change-webhook-deliveries.ts"
import { getWebhookDelivery, listWebhookDeliveries } from "./webhook-delivery-queries.ts"

export const WebhookDeliveryHandlers = HttpApiBuilder.group(Api, "webhookDelivery", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { params, query }) {
      const { rows, page } = yield* listWebhookDeliveries(access, params.id, query)
      return { _embedded: { deliveries: rows.map(deliveryToModel) }, page }
    }),
    get: withAccess(function* (access, { params }) {
      const { delivery, requestBody, attempts } = yield* getWebhookDelivery(access, params.id, params.deliveryId)
      return { ...deliveryToModel(delivery), requestBody, attempts: attempts.map(attemptToModel) }
    }),
    redeliver: withAccess((access, { params }) =>
      Effect.map(redeliverWebhookDelivery(access, params.id, params.deliveryId), deliveryToModel)
    ),
    redeliverAll: withAccess(function* (access, { params, payload }) {
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
