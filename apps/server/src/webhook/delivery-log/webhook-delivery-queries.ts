import type { ListQuery } from "@dragoman/domain/page"
import { type DeliveryState, deliveryStates } from "@dragoman/domain/webhook"
import { DeliveryLogRepository, LoggedDeliveryRow } from "@dragoman/store"
import { Effect, Option, Schema } from "effect"
import { visibleTextsOf } from "../../change/activity/stored-revisions.ts"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import { makeReading } from "../../platform/reading/reading.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { sentIf } from "../../platform/worker/worker-messages.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { getWebhookConfiguration } from "../configuration/webhook-configuration-queries.ts"

/** Deliveries that an index counts in the time of reading one text, the unit of the reading thread. */
const deliveriesPerText = 5

/** Number at which counting stops: a log of this size is read in a thread in any case. */
const countedMax = 20_000

/** Absent fields do not filter. Times are epoch milliseconds. */
export interface WebhookDeliveryQuery extends ListQuery<"webhookDeliveries"> {
  readonly state?: ReadonlyArray<DeliveryState> | undefined
  readonly type?: ReadonlyArray<string> | undefined
  readonly createdAfter?: number | undefined
  readonly createdBefore?: number | undefined
}

/** Reads a page of the deliveries of a webhook configuration, by default the newest first. */
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

/** Reads one delivery with its attempts; `requestBody` is null unless the caller may view texts of all languages. */
export const getWebhookDelivery = Effect.fn("getWebhookDelivery")(function* (
  access: ProjectAccess<"webhooks.manage">,
  id: number,
  deliveryId: number
) {
  const repository = yield* DeliveryLogRepository
  const configuration = yield* getWebhookConfiguration(access, id)
  const found = yield* repository.find(configuration.id, deliveryId)
  if (Option.isNone(found)) return yield* failWith("resource_not_found")
  const requestBody = visibleTextsOf(access) === "all" ? yield* repository.findBody(deliveryId) : null
  return { delivery: found.value, requestBody, attempts: yield* repository.listAttempts(deliveryId) }
})

const ReadDeliveries = Schema.Struct({
  webhookConfigurationId: Schema.Finite,
  states: Schema.NullOr(Schema.Array(Schema.Literals(deliveryStates))),
  activityTypes: Schema.NullOr(Schema.Array(Schema.String)),
  createdAfter: Schema.NullOr(Schema.Finite),
  createdBefore: Schema.NullOr(Schema.Finite),
  sort: Schema.Array(Schema.Struct({ property: Schema.Literal("id"), direction: Schema.Literals(["asc", "desc"]) })),
  limit: Schema.Finite,
  offset: Schema.Finite
})

/** Reads a page in the reading thread, because a filter reads the whole log of a configuration. */
export const readWebhookDeliveries = makeReading("readWebhookDeliveries", {
  input: ReadDeliveries,
  result: Schema.Struct({ rows: sentIf(Schema.is(Schema.Array(LoggedDeliveryRow))), total: Schema.Finite }),
  run: Effect.fn("readWebhookDeliveries")(function* (request) {
    const repository = yield* DeliveryLogRepository
    return yield* repository.list(request)
  })
})
