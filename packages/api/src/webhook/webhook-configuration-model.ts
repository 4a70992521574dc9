import { activityTypes } from "@dragoman/domain/activity"
import { Schema } from "effect"
import { field } from "../field.ts"
import { DeliveryFailureModel } from "./webhook-delivery-model.ts"

const optionalList = <Item extends Schema.Top>(item: Item) => Schema.optional(Schema.NullOr(Schema.Array(item)))

/** Absent and null lists restrict nothing. In `namespaces`, the empty text is the default namespace. */
const EventFilterModel = Schema.Struct({
  activityTypes: field(
    optionalList(Schema.Literals(activityTypes)),
    "Types of activity; 1 to 100. Absent or null: all.",
    ["SET_TRANSLATIONS", "IMPORT"]
  ),
  namespaces: field(
    optionalList(Schema.String),
    "Names of namespaces, 1 to 100; the empty text is the default namespace. Absent or null: all.",
    ["web", ""]
  ),
  languageTags: field(optionalList(Schema.String), "Tags of languages; 1 to 100. Absent or null: all.", ["cs"]),
  branches: field(
    optionalList(Schema.String),
    "Names of branches; 1 to 100. Changes of the project itself are those of the default branch. Absent or null: all.",
    ["release"]
  )
})

/** The fields from `paused` on are not in Tolgee's API. Times are epoch milliseconds. */
export const WebhookConfigurationModel = Schema.Struct({
  id: field(Schema.Int, "Id of the webhook configuration.", 2),
  url: field(
    Schema.String,
    "Address that gets the deliveries, exactly as it was given.",
    "https://ci.example.com/hooks/texts"
  ),
  webhookSecret: field(Schema.String, "Secret of the signatures.", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
  enabled: field(Schema.Boolean, "Whether changes are delivered. A disabled configuration can still be tested.", true),
  autoDisabled: field(
    Schema.Boolean,
    "Whether the server disabled it after three days of failures; a client that sends `enabled: true` ends that."
  ),
  firstFailed: field(
    Schema.NullOr(Schema.Int),
    "Start of the unbroken run of failures in epoch milliseconds; null: the last request succeeded."
  ),
  lastExecuted: field(
    Schema.NullOr(Schema.Int),
    "End of the latest attempt in epoch milliseconds; null: none yet.",
    1_767_225_600_000
  ),
  paused: field(
    Schema.Boolean,
    "Whether the webhook is paused: deliveries are kept, and sent when it is false again. Not in Tolgee's API."
  ),
  eventFilter: field(
    Schema.NullOr(EventFilterModel),
    "Filter of the delivered changes; null: all. Not in Tolgee's API."
  ),
  previousSecretValidUntil: field(
    Schema.NullOr(Schema.Int),
    "End of the time in which the previous secret signs too, in epoch milliseconds; null: it does not. Not in Tolgee's API."
  ),
  heldUntil: field(
    Schema.NullOr(Schema.Int),
    "End of the pause that the endpoint requested by `Retry-After`, in epoch milliseconds; null: not paused. Not in Tolgee's API."
  )
})
export type WebhookConfigurationModel = typeof WebhookConfigurationModel.Type

/** All fields are optional here because the domain has its own errors for absent ones. */
export const WebhookConfigurationBody = Schema.Struct({
  url: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Address that gets the deliveries, `http` or `https`; up to 255 characters, required.",
    "https://ci.example.com/hooks/texts"
  ),
  enabled: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether changes are delivered; absent: true, in an update unchanged.",
    true
  ),
  paused: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether deliveries are kept and not sent; absent: false, in an update unchanged. Not in Tolgee's API."
  ),
  eventFilter: field(
    Schema.optional(Schema.NullOr(EventFilterModel)),
    "Filter of the delivered changes; null: all, absent in an update: unchanged. Not in Tolgee's API.",
    { activityTypes: ["SET_TRANSLATIONS", "IMPORT"] }
  )
})
export type WebhookConfigurationBody = typeof WebhookConfigurationBody.Type

/** Time for which the previous secret still signs along with the new one; absent or null: a day. */
export const SecretRotationBody = Schema.Struct({
  overlapMillis: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Time for which the present secret signs too, in milliseconds, 0 to 604,800,000 (a week); absent: a day.",
    3_600_000
  )
})
export type SecretRotationBody = typeof SecretRotationBody.Type

/** `success`: the endpoint responded with 2xx. The other fields are not in Tolgee's API. */
export const WebhookTestModel = Schema.Struct({
  success: field(Schema.Boolean, "Whether the endpoint responded with a 2xx status.", true),
  status: field(Schema.NullOr(Schema.Int), "HTTP status of the response; null: none came. Not in Tolgee's API.", 200),
  durationMillis: field(Schema.Int, "Duration in milliseconds. Not in Tolgee's API.", 31),
  error: field(Schema.NullOr(Schema.String), "Reason of the failure in English; null: none. Not in Tolgee's API."),
  failure: field(
    Schema.NullOr(DeliveryFailureModel),
    "Reason of the failure for programs; null: no failure, or a reason without a code. Not in Tolgee's API."
  )
})
export type WebhookTestModel = typeof WebhookTestModel.Type
