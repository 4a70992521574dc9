import { activityTypes } from "@dragoman/domain/activity"
import { deliveryStates, endedDeliveryStates } from "@dragoman/domain/webhook"
import { Schema } from "effect"

/** One event for one endpoint. Times are epoch milliseconds. Not in Tolgee's API. */
export const WebhookDeliveryModel = Schema.Struct({
  id: Schema.Int,
  /** The `webhook-id` of every attempt. */
  messageId: Schema.String,
  state: Schema.Literals(deliveryStates),
  /** The type of the activity. */
  type: Schema.String,
  revisionId: Schema.Int,
  createdAt: Schema.Int,
  attemptCount: Schema.Int,
  /** Of the last attempt; null: it got no response, or there was none yet. */
  lastStatus: Schema.NullOr(Schema.Int),
  /** Of the last attempt; null: there was none yet. */
  lastDurationMillis: Schema.NullOr(Schema.Int),
  /** `createdAt`: due at once. null: the delivery has ended. */
  nextAttemptAt: Schema.NullOr(Schema.Int)
})
export type WebhookDeliveryModel = typeof WebhookDeliveryModel.Type

/** By header names in lower case. */
const HeadersModel = Schema.Record(Schema.String, Schema.String)

const WebhookAttemptModel = Schema.Struct({
  /** Starts at 1 and continues when a delivery is sent again. */
  number: Schema.Int,
  startedAt: Schema.Int,
  durationMillis: Schema.Int,
  /** null: no response. */
  status: Schema.NullOr(Schema.Int),
  /** The first 4 kB of the response body; null: no response. */
  answer: Schema.NullOr(Schema.String),
  /** Reason of the failure; null: delivered. */
  error: Schema.NullOr(Schema.String),
  /** As sent, with the signatures; credentials are masked. null: nothing was sent. */
  requestHeaders: Schema.NullOr(HeadersModel),
  /** At most 4 kB; cookies are masked. null: no response. */
  responseHeaders: Schema.NullOr(HeadersModel)
})

export const WebhookDeliveryWithAttemptsModel = Schema.Struct({
  ...WebhookDeliveryModel.fields,
  /** The exact body of every attempt; null: the caller may not view the translations of all languages. */
  requestBody: Schema.NullOr(Schema.String),
  /** In the order of their numbers. */
  attempts: Schema.Array(WebhookAttemptModel)
})
export type WebhookDeliveryWithAttemptsModel = typeof WebhookDeliveryWithAttemptsModel.Type

/** Selects the deliveries to send again. */
export const RedeliverBody = Schema.Struct({
  /** Absent or null: deliveries that were given up. */
  states: Schema.optional(Schema.NullOr(Schema.Array(Schema.Literals(endedDeliveryStates)))),
  /** Activity types; absent or null: all. */
  types: Schema.optional(Schema.NullOr(Schema.Array(Schema.Literals(activityTypes)))),
  /** Epoch milliseconds, inclusive; absent or null: no lower limit. */
  createdAfter: Schema.optional(Schema.NullOr(Schema.Int)),
  /** Epoch milliseconds, exclusive; absent or null: no upper limit. */
  createdBefore: Schema.optional(Schema.NullOr(Schema.Int))
})
export type RedeliverBody = typeof RedeliverBody.Type

export const RedeliveredModel = Schema.Struct({ count: Schema.Int })
