import type { RenderedRevision } from "../activity/render-revision.ts"

export type WebhookEventBody =
  | {
      readonly webhookConfigId: number
      readonly projectId: number
      readonly eventType: "PROJECT_ACTIVITY"
      readonly activityData: RenderedRevision
    }
  | {
      readonly webhookConfigId: number
      readonly projectId: number
      readonly eventType: "TEST"
      readonly activityData: null
    }

/** The exact text of a request body; nulls are written. Source: reference "webhooks" 2.3. */
export const webhookBody = ({ webhookConfigId, projectId, eventType, activityData }: WebhookEventBody): string =>
  JSON.stringify({ webhookConfigId, projectId, eventType, activityData })
