import { Schema } from "effect"

/** Source: specification 2.8; `enabled` and `autoDisabled`: reference "webhooks" 1.3. Dates in epoch milliseconds. */
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
  lastExecuted: Schema.NullOr(Schema.Int)
})
export type WebhookConfigurationModel = typeof WebhookConfigurationModel.Type

/** Absent fields have answers of their own: the domain's rules decide. Source: reference "webhooks" 1.2. */
export const WebhookConfigurationBody = Schema.Struct({
  url: Schema.optional(Schema.NullOr(Schema.String)),
  enabled: Schema.optional(Schema.NullOr(Schema.Boolean))
})
export type WebhookConfigurationBody = typeof WebhookConfigurationBody.Type

/** Whether the endpoint answered with 2xx. Source: reference "webhooks" 1.7. */
export const WebhookTestModel = Schema.Struct({ success: Schema.Boolean })
