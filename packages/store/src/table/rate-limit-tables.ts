import { Schema } from "effect"
import { Millis, table } from "../database/table.ts"

/** Windows of the rate limits that servers on one PostgreSQL share. */
export const rateWindowTable = table("rate_window", {
  bucket: Schema.String,
  /** Time of `rate_clock`, not of any wall clock. */
  endsAt: Schema.Number,
  taken: Schema.Number
})

/** One row: how far the time of these windows has come. */
export const rateClockTable = table("rate_clock", {
  name: Schema.String,
  /** Milliseconds while any server ran. */
  time: Schema.Number
})

/** The networks from which users have logged in. */
export const knownClientTable = table("known_client", {
  userId: Schema.Number,
  /** Shortened, as of sessions. */
  network: Schema.String,
  lastLoginAt: Millis
})
