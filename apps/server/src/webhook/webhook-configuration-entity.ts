import type { WebhookConfigurationRow } from "@dragoman/store"
import type { EntityChange } from "../activity/record-activity.ts"

/** What the activity shows of a configuration: never its secret. Source: reference "webhooks" 3.4. */
export const webhookConfigurationEntity = (
  before: WebhookConfigurationRow | null,
  after: WebhookConfigurationRow | null
): EntityChange => ({
  entityClass: "WebhookConfig",
  entityId: after?.id ?? before?.id ?? 0,
  before: before && { url: before.url, enabled: before.enabled },
  after: after && { url: after.url, enabled: after.enabled }
})
