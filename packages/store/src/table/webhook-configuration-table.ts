import type { EventFilter } from "@dragoman/domain/webhook"
import { Schema } from "effect"
import { Flag, hasDefault, Id, Json, Millis, table } from "../database/table.ts"

export const webhookConfigurationTable = table("webhook_configuration", {
  id: Id,
  projectId: Schema.Number,
  /** Encrypted when the database is, as `secret` and `previousSecret`. */
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
  /** Who set the address: bodies show the texts that this user may see. null: all texts. */
  authorId: Schema.NullOr(Schema.Number),
  /** False: bodies show no texts. */
  showsTexts: hasDefault(Flag),
  /** null: the last attempt succeeded, or there was none. */
  firstFailedAt: Schema.NullOr(Millis),
  lastExecutedAt: Schema.NullOr(Millis),
  /** When the owners were warned of the present run of failures; null: not yet. */
  warnedAt: Schema.NullOr(Millis),
  /** The endpoint asked for a pause until then. */
  heldUntil: Schema.NullOr(Millis),
  createdAt: Millis,
  /** Nothing is sent any more; deliveries and the row itself are erased later. */
  deletedAt: Schema.NullOr(Millis)
})
