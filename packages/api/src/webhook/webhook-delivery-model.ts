import { activityTypes } from "@dragoman/domain/activity"
import { deliveryStates, endedDeliveryStates } from "@dragoman/domain/webhook"
import { Schema } from "effect"

/** One event on its way to one endpoint. Times in epoch milliseconds. Ours: the original keeps no log. */
export const WebhookDeliveryModel = Schema.Struct({
  id: Schema.Int,
  /** The `webhook-id` of every attempt. */
  messageId: Schema.String,
  state: Schema.Literals(deliveryStates),
  /** Of the activity that it announces. */
  type: Schema.String,
  revisionId: Schema.Int,
  createdAt: Schema.Int,
  attemptCount: Schema.Int,
  /** `createdAt`: it is due at once. null: nothing more is sent. */
  nextAttemptAt: Schema.NullOr(Schema.Int)
})
export type WebhookDeliveryModel = typeof WebhookDeliveryModel.Type

/** By their names in lower case. */
const HeadersModel = Schema.Record(Schema.String, Schema.String)

const WebhookAttemptModel = Schema.Struct({
  /** From 1; counted on when a delivery is sent again. */
  number: Schema.Int,
  startedAt: Schema.Int,
  durationMillis: Schema.Int,
  /** null: there was no answer. */
  status: Schema.NullOr(Schema.Int),
  /** The first 4 kB of the answer's body; null: there was no answer. */
  answer: Schema.NullOr(Schema.String),
  /** What went wrong; null: delivered. */
  error: Schema.NullOr(Schema.String),
  /** As they were sent, with the signatures; credentials are masked. null: nothing was sent. */
  requestHeaders: Schema.NullOr(HeadersModel),
  /** The first ones, at most 4 kB; cookies are masked. null: there was no answer. */
  responseHeaders: Schema.NullOr(HeadersModel)
})

export const WebhookDeliveryWithAttemptsModel = Schema.Struct({
  ...WebhookDeliveryModel.fields,
  /** The exact text that every attempt sends; null: the caller may not view the translations of all languages. */
  requestBody: Schema.NullOr(Schema.String),
  /** The first one first. */
  attempts: Schema.Array(WebhookAttemptModel)
})
export type WebhookDeliveryWithAttemptsModel = typeof WebhookDeliveryWithAttemptsModel.Type

/** Which deliveries are sent again. */
export const RedeliverBody = Schema.Struct({
  /** Absent or null: those that were given up. */
  states: Schema.optional(Schema.NullOr(Schema.Array(Schema.Literals(endedDeliveryStates)))),
  /** Activity types; absent or null: all. */
  types: Schema.optional(Schema.NullOr(Schema.Array(Schema.Literals(activityTypes)))),
  /** Epoch milliseconds, the first one that counts; absent or null: however old. */
  createdAfter: Schema.optional(Schema.NullOr(Schema.Int)),
  /** Epoch milliseconds, the first one that does not count any more; absent or null: up to now. */
  createdBefore: Schema.optional(Schema.NullOr(Schema.Int))
})
export type RedeliverBody = typeof RedeliverBody.Type

export const RedeliveredModel = Schema.Struct({ count: Schema.Int })
