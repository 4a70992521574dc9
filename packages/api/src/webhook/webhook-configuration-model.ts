import { activityTypes } from "@dragoman/domain/activity"
import { Schema } from "effect"

const optionalList = <Item extends Schema.Top>(item: Item) => Schema.optional(Schema.NullOr(Schema.Array(item)))

/** Absent and null lists restrict nothing. In `namespaces`, the empty text is the default namespace. */
const EventFilterModel = Schema.Struct({
  activityTypes: optionalList(Schema.Literals(activityTypes)),
  namespaces: optionalList(Schema.String),
  languageTags: optionalList(Schema.String)
})

/**
 * Source: specification 2.8; `enabled` and `autoDisabled`: reference "webhooks" 1.3; from `paused` on ours. Dates in epoch
 * milliseconds.
 */
export const WebhookConfigurationModel = Schema.Struct({
  id: Schema.Int,
  /** Exactly as it was sent. */
  url: Schema.String,
  webhookSecret: Schema.String,
  /** A disabled configuration gets no deliveries; the test works all the same. */
  enabled: Schema.Boolean,
  /** Switched off after three days of failures; stays until `enabled: true` is sent. */
  autoDisabled: Schema.Boolean,
  /** Start of the unbroken run of failures; null: the last request succeeded. */
  firstFailed: Schema.NullOr(Schema.Int),
  lastExecuted: Schema.NullOr(Schema.Int),
  /** Deliveries are made and wait until it is false again. */
  paused: Schema.Boolean,
  /** Which changes are delivered; null: all. */
  eventFilter: Schema.NullOr(EventFilterModel),
  /** After a rotation: until then the secret before signs as well. */
  previousSecretValidUntil: Schema.NullOr(Schema.Int),
  /** The endpoint asked with `Retry-After` to be left alone until then; null: it did not. */
  heldUntil: Schema.NullOr(Schema.Int)
})
export type WebhookConfigurationModel = typeof WebhookConfigurationModel.Type

/** Absent fields have answers of their own: the domain's rules decide. Source: reference "webhooks" 1.2. */
export const WebhookConfigurationBody = Schema.Struct({
  url: Schema.optional(Schema.NullOr(Schema.String)),
  enabled: Schema.optional(Schema.NullOr(Schema.Boolean)),
  /** Absent or null in an update: stays as it is. */
  paused: Schema.optional(Schema.NullOr(Schema.Boolean)),
  /** Absent in an update: stays as it is. null: none. */
  eventFilter: Schema.optional(Schema.NullOr(EventFilterModel))
})
export type WebhookConfigurationBody = typeof WebhookConfigurationBody.Type

/** For how long the present secret signs beside the new one; absent or null: a day. */
export const SecretRotationBody = Schema.Struct({
  overlapMillis: Schema.optional(Schema.NullOr(Schema.Int))
})
export type SecretRotationBody = typeof SecretRotationBody.Type

/** Whether the endpoint answered with 2xx. Source: reference "webhooks" 1.7. */
export const WebhookTestModel = Schema.Struct({ success: Schema.Boolean })
