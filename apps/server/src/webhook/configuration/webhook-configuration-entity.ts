import type { WebhookConfigurationRow } from "@dragoman/store"
import type { EntityChange } from "../../change/activity/record-activity.ts"

/** What the activity keeps of a configuration: never its secret, and of its URL the host only. */
export const webhookConfigurationEntity = (
  before: WebhookConfigurationRow | null,
  after: WebhookConfigurationRow | null
): EntityChange => ({
  entityClass: "WebhookConfig",
  entityId: after?.id ?? before?.id ?? 0,
  before: before && shown(before),
  after: after && shown(after)
})

const shown = ({ url, enabled }: WebhookConfigurationRow) => ({ url, enabled })
