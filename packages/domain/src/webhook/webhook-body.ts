import type { EntityCounts, RenderedRevision } from "../activity/revision.ts"

/** A revision as readers see it, or a summary of one that is too large. */
export type WebhookActivity =
  | RenderedRevision
  | (Omit<RenderedRevision, "meta" | "modifiedEntities" | "counts"> & {
      readonly meta: { readonly truncated: true; readonly textsHidden?: true }
      readonly modifiedEntities: null
      readonly counts: EntityCounts
    })

export type WebhookEventBody =
  | {
      readonly webhookConfigId: number
      readonly projectId: number
      readonly eventType: "PROJECT_ACTIVITY"
      readonly activityData: WebhookActivity
    }
  | {
      readonly webhookConfigId: number
      readonly projectId: number
      readonly eventType: "TEST"
      readonly activityData: null
    }

/** Receivers and proxies reject large bodies. The rest of a body is far smaller than the second number. */
const activityMaxBytes = 256 * 1024 - 256

/** An UTF-16 unit takes at most this many bytes in UTF-8. */
const bytesPerUnitMax = 3

/**
 * The activity in a body: the whole revision or, when the body would exceed 256 KiB, the number of entities of each class,
 * with `truncated` in `meta`.
 */
export const webhookActivity = (revision: RenderedRevision): WebhookActivity => {
  if (revision.modifiedEntities === null || isSmall(JSON.stringify(revision))) return revision
  const counts = Object.entries(revision.modifiedEntities).map(([entityClass, { length }]) => [entityClass, length])
  return {
    ...revision,
    modifiedEntities: null,
    meta: { ...revision.meta, truncated: true },
    counts: Object.fromEntries(counts)
  }
}

const isSmall = (text: string): boolean =>
  text.length <= activityMaxBytes / bytesPerUnitMax ||
  (text.length <= activityMaxBytes && new TextEncoder().encode(text).length <= activityMaxBytes)

/** The exact text of a request body; nulls are written. Source: docs/reference/webhooks.md#body. */
export const webhookBody = ({ webhookConfigId, projectId, eventType, activityData }: WebhookEventBody): string =>
  JSON.stringify({ webhookConfigId, projectId, eventType, activityData })
