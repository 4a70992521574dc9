import { Schema } from "effect"
import { hasDefault, Id, Json, Millis, table } from "../database/table.ts"

/** Mails that wait; one that was sent is deleted. */
export const mailTable = table("mail", {
  id: Id,
  recipient: Schema.String,
  subject: Schema.String,
  bodyText: Schema.String,
  bodyHtml: Schema.String,
  /** Besides those that every mail has; null: none. */
  headers: Schema.NullOr(Json<Readonly<Record<string, string>>>()),
  attempts: hasDefault(Schema.Number),
  nextAttemptAt: Millis,
  /** Of the last attempt; null: none was made. */
  lastError: Schema.NullOr(Schema.String),
  createdAt: Millis
})
