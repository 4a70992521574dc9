import type { WebhookConfigurationRow } from "@dragoman/store"
import type { EntityChange } from "../activity/record-activity.ts"

/** What the activity shows of a configuration: never its secret. Source: reference "webhooks" 3.4. */
export const webhookConfigurationEntity = (
  before: WebhookConfigurationRow | null,
  after: WebhookConfigurationRow | null
): EntityChange => ({
  entityClass: "WebhookConfig",
  entityId: after?.id ?? before?.id ?? 0,
  before: before && shown(before),
  after: after && shown(after)
})

const shown = ({ url, enabled }: WebhookConfigurationRow) => ({ url: withoutCredentials(url), enabled })

/**
 * More people read the activity than may see the configuration, and it is sent to the project's other endpoints. So a
 * change of the credentials alone is no activity.
 */
const withoutCredentials = (url: string): string => url.replace(/^(https?:\/\/)[^/?#]*@/i, "$1***@")
