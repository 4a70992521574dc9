import { activityTypes } from "@dragoman/domain/activity"
import { deliveryFailureIds, deliveryStates, endedDeliveryStates } from "@dragoman/domain/webhook"
import { Schema } from "effect"
import { field } from "../field.ts"

/** One event for one endpoint. Times are epoch milliseconds. Not in Tolgee's API. */
export const WebhookDeliveryModel = Schema.Struct({
  id: field(Schema.Int, "Id of the delivery.", 7301),
  messageId: field(Schema.String, "Header `webhook-id` of every attempt.", "msg_2_30417_5f0c2b7a91de"),
  state: field(Schema.Literals(deliveryStates), "State of the delivery."),
  type: field(Schema.String, "Type of the activity that is delivered.", "SET_TRANSLATIONS"),
  revisionId: field(Schema.Int, "Id of the activity revision that is delivered.", 30417),
  createdAt: field(Schema.Int, "Time of the change in epoch milliseconds.", 1_767_225_600_000),
  attemptCount: field(Schema.Int, "Number of attempts so far.", 1),
  lastStatus: field(
    Schema.NullOr(Schema.Int),
    "HTTP status of the last attempt; null: it got no response, or there was none yet.",
    200
  ),
  lastDurationMillis: field(
    Schema.NullOr(Schema.Int),
    "Duration of the last attempt in milliseconds; null: there was none yet.",
    31
  ),
  nextAttemptAt: field(
    Schema.NullOr(Schema.Int),
    "Time of the next attempt in epoch milliseconds; null: the delivery has ended."
  )
})
export type WebhookDeliveryModel = typeof WebhookDeliveryModel.Type

/** Headers by name in lower case. */
const HeadersModel = Schema.Record(Schema.String, Schema.String)

/** The reason of a failed attempt, beside its English sentence. */
export const DeliveryFailureModel = Schema.Struct({
  id: field(Schema.Literals(deliveryFailureIds), "Code of the reason. Its meaning never changes.", "hostNotFound"),
  params: field(
    Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Number])),
    "Values of the reason by name, for sentences in other languages. The end of a name says the unit: Millis.",
    { host: "hooks.example.org" }
  )
})

const WebhookAttemptModel = Schema.Struct({
  number: field(Schema.Int, "Number of the attempt, from 1; continues when a delivery is sent again.", 1),
  startedAt: field(Schema.Int, "Start in epoch milliseconds.", 1_767_225_600_000),
  durationMillis: field(Schema.Int, "Duration in milliseconds.", 31),
  status: field(Schema.NullOr(Schema.Int), "HTTP status of the response; null: none came.", 200),
  answer: field(Schema.NullOr(Schema.String), "The first 4 kB of the response body; null: no response came.", "ok"),
  error: field(Schema.NullOr(Schema.String), "Reason of the failure in English; null: delivered."),
  failure: field(
    Schema.NullOr(DeliveryFailureModel),
    "Reason of the failure for programs; null: delivered, or a reason without a code."
  ),
  requestHeaders: field(
    Schema.NullOr(HeadersModel),
    "Headers as sent, names in lower case, credentials masked; null: nothing was sent.",
    { "content-type": "application/json" }
  ),
  responseHeaders: field(
    Schema.NullOr(HeadersModel),
    "Headers of the response, names in lower case, cookies masked, at most 4 kB; null: no response came.",
    { "content-length": "2" }
  )
})

export const WebhookDeliveryWithAttemptsModel = Schema.Struct({
  ...WebhookDeliveryModel.fields,
  requestBody: field(
    Schema.NullOr(Schema.String),
    "Body of every attempt; null: the caller may not view the translations of all languages.",
    "{}"
  ),
  attempts: field(Schema.Array(WebhookAttemptModel), "Attempts in the order of their numbers.")
})
export type WebhookDeliveryWithAttemptsModel = typeof WebhookDeliveryWithAttemptsModel.Type

/** Selects the deliveries to send again. */
export const RedeliverBody = Schema.Struct({
  states: field(
    Schema.optional(Schema.NullOr(Schema.Array(Schema.Literals(endedDeliveryStates)))),
    "States of the ended deliveries to send again; absent: those that were given up.",
    ["FAILED"]
  ),
  types: field(
    Schema.optional(Schema.NullOr(Schema.Array(Schema.Literals(activityTypes)))),
    "Types of activity; absent: all."
  ),
  createdAfter: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Only deliveries created at this time or later, in epoch milliseconds; absent: no limit.",
    1_767_225_600_000
  ),
  createdBefore: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Only deliveries created before this time, in epoch milliseconds; absent: no limit."
  )
})
export type RedeliverBody = typeof RedeliverBody.Type

export const RedeliveredModel = Schema.Struct({
  count: field(Schema.Int, "Number of deliveries that are sent again.", 12)
})
