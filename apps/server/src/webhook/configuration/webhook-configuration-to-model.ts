import type { WebhookConfigurationModel } from "@dragoman/api"
import type { WebhookConfigurationRow } from "@dragoman/store"

export const webhookConfigurationToModel = (row: WebhookConfigurationRow): WebhookConfigurationModel => ({
  id: row.id,
  url: row.url,
  webhookSecret: row.secret,
  enabled: row.enabled,
  autoDisabled: row.autoDisabled,
  firstFailed: row.firstFailedAt,
  lastExecuted: row.lastExecutedAt,
  paused: row.paused,
  eventFilter: row.eventFilter,
  previousSecretValidUntil: row.previousSecretUntil,
  heldUntil: row.heldUntil
})
