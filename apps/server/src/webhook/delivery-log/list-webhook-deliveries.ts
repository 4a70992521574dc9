import type { ListQuery } from "@dragoman/domain/page"
import type { DeliveryState } from "@dragoman/domain/webhook"
import { DeliveryLogRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { paged } from "../../platform/paged.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { getWebhookConfiguration } from "../configuration/get-webhook-configuration.ts"
import { readWebhookDeliveries } from "./read-webhook-deliveries.ts"

/** Entries of an index that are counted in the time in which a text is read. */
const deliveriesPerText = 5

/** More need not be told apart: a log of so many is read in a thread. */
const countedMax = 20_000

/** As the query has them; what is absent does not filter. Times in epoch milliseconds. */
export interface WebhookDeliveryQuery extends ListQuery<"webhookDeliveries"> {
  readonly state?: ReadonlyArray<DeliveryState> | undefined
  readonly type?: ReadonlyArray<string> | undefined
  readonly createdAfter?: number | undefined
  readonly createdBefore?: number | undefined
}

/** A page of what a webhook configuration has sent and has to send, newest first unless asked otherwise. */
export const listWebhookDeliveries = Effect.fn("listWebhookDeliveries")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number,
  query: WebhookDeliveryQuery
) {
  const { id: webhookConfigurationId } = yield* getWebhookConfiguration(access, id)
  const repository = yield* DeliveryLogRepository
  const reading = yield* ReadingThread
  const count = yield* repository.countUpTo(webhookConfigurationId, countedMax)
  const input = {
    webhookConfigurationId,
    states: query.state ?? null,
    activityTypes: query.type ?? null,
    createdAfter: query.createdAfter ?? null,
    createdBefore: query.createdBefore ?? null
  }
  return yield* paged("webhookDeliveries", query, (rows) =>
    reading.read(readWebhookDeliveries, { ...input, ...rows }, count / deliveriesPerText)
  )
})
