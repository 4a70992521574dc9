import type { ActivityType } from "@dragoman/domain/activity"
import { type BodyTemplate, deliveryStates, type EventFilter } from "@dragoman/domain/webhook"
import { Schema } from "effect"
import { Flag, hasDefault, Id, Json, Millis, table, textOf } from "../database/table.ts"

export const webhookConfigurationTable = table("webhook_configuration", {
  id: Id,
  projectId: Schema.Number,
  /** Encrypted when the database is, as `secret`, `previousSecret` and `headers`. */
  url: Schema.String,
  secret: Schema.String,
  previousSecret: Schema.NullOr(Schema.String),
  previousSecretUntil: Schema.NullOr(Millis),
  enabled: hasDefault(Flag),
  autoDisabled: hasDefault(Flag),
  /** Its deliveries are made and wait. */
  paused: hasDefault(Flag),
  /** null: every change. */
  eventFilter: Schema.NullOr(Json<EventFilter>()),
  /** `ReadonlyArray<WebhookHeader>` as JSON; null: none. */
  headers: Schema.NullOr(Schema.String),
  /** null: the standard body. */
  bodyTemplate: Schema.NullOr(Json<BodyTemplate>()),
  /** The user who set the address: bodies show the texts that this user may see. null: all texts. */
  authorId: Schema.NullOr(Schema.Number),
  /** False: bodies show no texts. */
  showsTexts: hasDefault(Flag),
  /** null: the last attempt succeeded, or there was none. */
  firstFailedAt: Schema.NullOr(Millis),
  lastExecutedAt: Schema.NullOr(Millis),
  /** null: no attempt succeeded since version 12 of the schema. */
  lastSucceededAt: Schema.NullOr(Millis),
  /** Time for which attempts have failed since `firstFailedAt`. */
  failingMillis: hasDefault(Schema.Number),
  /** Time when the owners were warned of the present run of failures; null: not yet. */
  warnedAt: Schema.NullOr(Millis),
  /** The endpoint asked for a pause until then. */
  heldUntil: Schema.NullOr(Millis),
  createdAt: Millis,
  /** Nothing is sent any more; deliveries and the row itself are erased later. */
  deletedAt: Schema.NullOr(Millis)
})

/** Headers of HTTP by their names in lower case. */
export type LoggedHeaders = Readonly<Record<string, string>>

/** `LoggedHeaders` as JSON: the dispatcher makes the text at once. */
export type LoggedHeadersText = string

export const deliveryTable = table("delivery", {
  id: Id,
  /** Has a random part, and is the same at each attempt: receivers recognize repeated deliveries by it. No full stop inside. */
  messageId: Schema.String,
  webhookConfigurationId: Schema.Number,
  revisionId: Schema.Number,
  /** Type of the revision. Empty: it was unknown when the column was added. */
  activityType: hasDefault(textOf<ActivityType | "">()),
  state: hasDefault(Schema.Literals(deliveryStates)),
  attemptCount: hasDefault(Schema.Number),
  /** Time of the next attempt; without meaning unless the state is PENDING. */
  nextAttemptAt: Millis,
  leasedUntil: Schema.NullOr(Millis),
  leasedBy: Schema.NullOr(Schema.String),
  createdAt: Millis,
  /**
   * Size of the body when it was inserted. null: a server of before version 26 of the schema inserted it. 0: the template could not be
   * rendered, so the content is the standard body, which is not sent.
   */
  bodyBytes: Schema.NullOr(Schema.Number),
  /** Start of the last attempt, like the next columns as in `delivery_attempt`; its number is `attemptCount`. null: none. */
  lastStartedAt: Schema.NullOr(Millis),
  lastDurationMillis: Schema.NullOr(Schema.Number),
  lastStatus: Schema.NullOr(Schema.Number),
  lastError: Schema.NullOr(Schema.String),
  lastAnswer: Schema.NullOr(Schema.String),
  lastRequestHeaders: Schema.NullOr(Json<LoggedHeaders>()),
  lastResponseHeaders: Schema.NullOr(Json<LoggedHeaders>())
})

/** Apart from the delivery, whose row is written again at each claim and attempt. */
export const deliveryContentTable = table("delivery_content", {
  deliveryId: Schema.Number,
  /** The exact text of the request body. */
  body: Schema.String
})

/** The attempts before the last one, which is in the row of the delivery. */
export const deliveryAttemptTable = table("delivery_attempt", {
  id: Id,
  deliveryId: Schema.Number,
  /** From 1. */
  number: Schema.Number,
  startedAt: Millis,
  durationMillis: Schema.Number,
  /** HTTP status; null when there was no response. */
  status: Schema.NullOr(Schema.Number),
  /** The error for people; null when delivered. */
  error: Schema.NullOr(Schema.String),
  /** The beginning of the response's body; null without a response. */
  answer: Schema.NullOr(Schema.String),
  /** Headers as they were sent, credentials masked; null: nothing was sent, or an earlier version logged none. */
  requestHeaders: Schema.NullOr(Json<LoggedHeaders>()),
  /** A bounded part of them; null without a response. */
  responseHeaders: Schema.NullOr(Json<LoggedHeaders>())
})
