import { activityTypes } from "@dragoman/domain/activity"
import { Schema } from "effect"

const optionalList = <Item extends Schema.Top>(item: Item) => Schema.optional(Schema.NullOr(Schema.Array(item)))

/** Absent and null lists restrict nothing. In `namespaces`, the empty text is the default namespace. */
const EventFilterModel = Schema.Struct({
  activityTypes: optionalList(Schema.Literals(activityTypes)),
  namespaces: optionalList(Schema.String),
  languageTags: optionalList(Schema.String)
})

/** The fields from `paused` on are not in Tolgee's API. Times are epoch milliseconds. */
export const WebhookConfigurationModel = Schema.Struct({
  id: Schema.Int,
  /** Exactly as received. */
  url: Schema.String,
  webhookSecret: Schema.String,
  /** A disabled configuration gets no deliveries; it can still be tested. */
  enabled: Schema.Boolean,
  /** Disabled by the server after three days of failures, until a client sends `enabled: true`. */
  autoDisabled: Schema.Boolean,
  /** Start of the unbroken run of failures; null: the last request succeeded. */
  firstFailed: Schema.NullOr(Schema.Int),
  lastExecuted: Schema.NullOr(Schema.Int),
  /** Deliveries are created, but not sent until the configuration is resumed. */
  paused: Schema.Boolean,
  /** Which changes are delivered; null: all. */
  eventFilter: Schema.NullOr(EventFilterModel),
  /** After a rotation, the previous secret also signs until this time. */
  previousSecretValidUntil: Schema.NullOr(Schema.Int),
  /** The endpoint sent `Retry-After`: deliveries are paused until this time; null: not paused. */
  heldUntil: Schema.NullOr(Schema.Int)
})
export type WebhookConfigurationModel = typeof WebhookConfigurationModel.Type

/** All fields are optional here because the domain has its own errors for absent ones. */
export const WebhookConfigurationBody = Schema.Struct({
  url: Schema.optional(Schema.NullOr(Schema.String)),
  enabled: Schema.optional(Schema.NullOr(Schema.Boolean)),
  /** Absent or null in an update: unchanged. */
  paused: Schema.optional(Schema.NullOr(Schema.Boolean)),
  /** Absent in an update: unchanged. null: no filter. */
  eventFilter: Schema.optional(Schema.NullOr(EventFilterModel))
})
export type WebhookConfigurationBody = typeof WebhookConfigurationBody.Type

/** How long the present secret signs along with the new one; absent or null: a day. */
export const SecretRotationBody = Schema.Struct({
  overlapMillis: Schema.optional(Schema.NullOr(Schema.Int))
})
export type SecretRotationBody = typeof SecretRotationBody.Type

/** `success`: the endpoint responded with 2xx. The other fields are not in Tolgee's API. */
export const WebhookTestModel = Schema.Struct({
  success: Schema.Boolean,
  /** null: no response. */
  status: Schema.NullOr(Schema.Int),
  durationMillis: Schema.Int,
  /** Reason of the failure; null: the endpoint responded with 2xx. */
  error: Schema.NullOr(Schema.String)
})
export type WebhookTestModel = typeof WebhookTestModel.Type
