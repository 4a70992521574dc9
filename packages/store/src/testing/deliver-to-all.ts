import type { ActivityType } from "@dragoman/domain/activity"
import { Effect } from "effect"
import type { DeliveryContent } from "../outbox/delivery-row.ts"
import { OutboxRepository, type SubscribedConfiguration } from "../outbox/outbox-repository.ts"

/**
 * Deliveries of one revision as a server inserts them: one for each enabled configuration of the project that `content`
 * does not answer null for. Returns how many.
 */
export const deliverToAll = Effect.fnUntraced(function* (revision: {
  readonly projectId: number
  readonly revisionId: number
  readonly now: number
  readonly activityType?: ActivityType
  readonly content: (
    webhookConfigurationId: number,
    eventFilter: SubscribedConfiguration["eventFilter"]
  ) => DeliveryContent | null
}) {
  const outbox = yield* OutboxRepository
  const { projectId, revisionId, now, activityType = "EDIT_PROJECT", content } = revision
  const deliveries = (yield* outbox.listSubscribed(projectId)).flatMap(({ id, eventFilter }) => {
    const made = content(id, eventFilter)
    if (made === null) return []
    const body = { before: "", shared: made.body, after: "" }
    return [{ webhookConfigurationId: id, messageId: made.messageId, body }]
  })
  yield* outbox.insert({ revisionId, activityType, now, deliveries })
  return deliveries.length
})
