import { Schema } from "effect"
import { field } from "../field.ts"

export const ConsoleSessionModel = Schema.Struct({
  id: field(Schema.Int, "Id of the session.", 23),
  userAgent: field(
    Schema.NullOr(Schema.String),
    "`User-Agent` of the browser; null: not sent.",
    "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0"
  ),
  address: field(Schema.String, "Network of the client at login: /24 of IPv4, /48 of IPv6.", "203.0.113.0/24"),
  createdAt: field(Schema.Int, "Time of the login in epoch milliseconds.", 1_767_225_600_000),
  lastUsedAt: field(Schema.Int, "Last use in epoch milliseconds, precise to a minute.", 1_767_229_200_000),
  expiresAt: field(
    Schema.Int,
    "Expiry of the session, unless it is used before, in epoch milliseconds.",
    1_768_438_800_000
  ),
  current: field(Schema.Boolean, "Whether it is the session of this request.")
})
export type ConsoleSessionModel = typeof ConsoleSessionModel.Type
