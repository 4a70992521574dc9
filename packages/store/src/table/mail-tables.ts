import { Schema } from "effect"
import { hasDefault, Id, Millis, table } from "../database/table.ts"

/** Mails that wait; one that was sent is deleted. */
export const mailTable = table("mail", {
  id: Id,
  recipient: Schema.String,
  subject: Schema.String,
  /** Encrypted when the database is, as the next two. */
  bodyText: Schema.String,
  bodyHtml: Schema.String,
  /** Besides those that every mail has, as JSON; null: none. */
  headers: Schema.NullOr(Schema.String),
  attempts: hasDefault(Schema.Number),
  nextAttemptAt: Millis,
  /** Error of the last attempt; null: none was made. */
  lastError: Schema.NullOr(Schema.String),
  createdAt: Millis
})
