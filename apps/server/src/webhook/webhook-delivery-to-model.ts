import type { WebhookDeliveryModel } from "@dragoman/api"
import type { LoggedDeliveryRow } from "@dragoman/store"

export const webhookDeliveryToModel = (row: LoggedDeliveryRow): WebhookDeliveryModel => ({
  id: row.id,
  messageId: row.messageId,
  state: row.state,
  type: row.activityType,
  revisionId: row.revisionId,
  createdAt: row.createdAt,
  attemptCount: row.attemptCount,
  nextAttemptAt: row.state === "PENDING" ? row.nextAttemptAt : null
})
