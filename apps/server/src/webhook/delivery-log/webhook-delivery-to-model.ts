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
  // What is due at once has no time of its own; people get one that is past.
  nextAttemptAt: row.state === "PENDING" ? Math.max(row.nextAttemptAt, row.createdAt) : null
})
