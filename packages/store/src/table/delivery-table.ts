import type { ActivityType } from "@dragoman/domain/activity"
import { deliveryStates } from "@dragoman/domain/webhook"
import { Schema } from "effect"
import { hasDefault, Id, Json, Millis, table, textOf } from "../database/table.ts"

/** Headers of HTTP by their names in lower case. */
export type LoggedHeaders = Readonly<Record<string, string>>

export const deliveryTable = table("delivery", {
  id: Id,
  /** Unique and the same at each attempt: receivers tell repeated deliveries by it. No full stop inside. */
  messageId: Schema.String,
  webhookConfigurationId: Schema.Number,
  revisionId: Schema.Number,
  /** Of the revision. Empty: it was unknown when the column was added. */
  activityType: hasDefault(textOf<ActivityType | "">()),
  state: hasDefault(Schema.Literals(deliveryStates)),
  attemptCount: hasDefault(Schema.Number),
  /** Without meaning unless the state is PENDING. */
  nextAttemptAt: Millis,
  leasedUntil: Schema.NullOr(Millis),
  leasedBy: Schema.NullOr(Schema.String),
  createdAt: Millis
})

/** Apart from the delivery, whose row is written again at each claim and attempt. */
export const deliveryContentTable = table("delivery_content", {
  deliveryId: Schema.Number,
  /** The exact text of the request body. */
  body: Schema.String
})

export const deliveryAttemptTable = table("delivery_attempt", {
  id: Id,
  deliveryId: Schema.Number,
  /** From 1. */
  number: Schema.Number,
  startedAt: Millis,
  durationMillis: Schema.Number,
  /** HTTP status; null when there was no response. */
  status: Schema.NullOr(Schema.Number),
  /** What went wrong, for people; null when delivered. */
  error: Schema.NullOr(Schema.String),
  /** The beginning of the response's body; null without a response. */
  answer: Schema.NullOr(Schema.String),
  /** As they were sent, credentials masked; null: nothing was sent, or an earlier version logged none. */
  requestHeaders: Schema.NullOr(Json<LoggedHeaders>()),
  /** A bounded part of them; null without a response. */
  responseHeaders: Schema.NullOr(Json<LoggedHeaders>())
})
