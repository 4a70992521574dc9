import { Schema } from "effect"

export const ConsoleSessionModel = Schema.Struct({
  id: Schema.Int,
  /** As the client named itself; null: it did not. */
  userAgent: Schema.NullOr(Schema.String),
  /** Network of the client at login: /24 of IPv4, /48 of IPv6. */
  address: Schema.String,
  /** Epoch milliseconds, here and below. */
  createdAt: Schema.Int,
  /** Precise to a minute. */
  lastUsedAt: Schema.Int,
  /** Unless the session is used before. */
  expiresAt: Schema.Int,
  /** The session of this request. */
  current: Schema.Boolean
})
export type ConsoleSessionModel = typeof ConsoleSessionModel.Type
